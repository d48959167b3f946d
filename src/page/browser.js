/* The functions of gl.c and page.c that are the browser's; emcc links them as it links those of C. */
mergeInto(LibraryManager.library, {
  /* Returns how many there are of the extensions that the renderer's textures need: drawing into floats, with blending, and filtering them. */
  page_gl_extensions__deps: ['$GL'],
  page_gl_extensions: function() {
    return ['EXT_color_buffer_float', 'EXT_float_blend', 'OES_texture_float_linear'].filter(name => GLctx.getExtension(name)).length;
  },

  page_gl_read_buffer__deps: ['$GL'],
  page_gl_read_buffer: function(bytes, size) {
    GLctx.getBufferSubData(GLctx.PIXEL_PACK_BUFFER, 0, HEAPU8, bytes, size);
  },

  /* Writes the device's name, which browsers give out under another number only. */
  page_gl_device__deps: ['$GL'],
  page_gl_device: function(name, size) {
    const info = GLctx.getExtension('WEBGL_debug_renderer_info');
    stringToUTF8(String(GLctx.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : GLctx.RENDERER)), name, size);
  },

  /* Notes the last level that the bound texture is to have. */
  page_gl_levels__deps: ['$GL'],
  page_gl_levels: function(last) {
    GLctx.getParameter(GLctx.TEXTURE_BINDING_2D).last = last;
  },

  /* Gives the bound texture room for its levels that stays: a level can only be drawn into while the others are read where it is so. Another size
   * is another texture, which takes the place of the first. Returns 0 if the texture has no levels. */
  page_gl_storage__deps: ['$GL'],
  page_gl_storage: function(internal, width, height) {
    let texture = GLctx.getParameter(GLctx.TEXTURE_BINDING_2D);
    if (!(texture.last > 0 || texture.stored)) return 0;
    const size = [internal, width, height].join();
    if (texture.stored === size) return 1;
    if (texture.stored) {
      const names = ['TEXTURE_MIN_FILTER', 'TEXTURE_MAG_FILTER', 'TEXTURE_WRAP_S', 'TEXTURE_WRAP_T', 'TEXTURE_MAX_LEVEL'].map(name => GLctx[name]);
      const values = names.map(name => GLctx.getTexParameter(GLctx.TEXTURE_2D, name));
      const fresh = GLctx.createTexture();
      fresh.name = texture.name;
      fresh.last = texture.last;
      GL.textures[fresh.name] = fresh;
      GLctx.deleteTexture(texture);
      GLctx.bindTexture(GLctx.TEXTURE_2D, fresh);
      names.forEach((name, n) => GLctx.texParameteri(GLctx.TEXTURE_2D, name, values[n]));
      texture = fresh;
    }
    const most = 32 - Math.clz32(Math.max(width, height));
    GLctx.texStorage2D(GLctx.TEXTURE_2D, Math.min(texture.last + 1, most), internal, width, height);
    texture.stored = size;
    return 1;
  },

  page_ready__deps: ['$autoResumeAudioContext', '$dynCall'], /* which SDL's sound calls without saying so */
  page_ready: function() {
    Module['weirReady']();
  },
  page_ended: function(status) {
    Module['weirEnded'](status);
  },
});
