/* A headless Chromium, spoken to over a pipe by its own protocol: nothing but node is needed. */
import {spawn} from 'node:child_process';

/* Starts the browser with one empty page of width x height. The caller closes it. */
export async function browser(width, height, more = []) {
  const child = spawn('chromium', ['--headless=new', '--no-sandbox', '--remote-debugging-pipe', '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-gpu-watchdog', '--no-first-run', '--hide-scrollbars',
    '--autoplay-policy=no-user-gesture-required', `--window-size=${width},${height}`, ...more, 'about:blank'],
    {stdio: ['ignore', 'ignore', process.env.BROWSER_LOG ? 'inherit' : 'ignore', 'pipe', 'pipe']});
  let next = 0, rest = '';
  const asked = new Map(), heard = [];
  child.stdio[4].on('data', data => {
    rest += data;
    for (let end; (end = rest.indexOf('\0')) >= 0; rest = rest.slice(end + 1)) {
      const message = JSON.parse(rest.slice(0, end));
      const ask = asked.get(message.id);
      if (ask) asked.delete(message.id), message.error ? ask.fail(new Error(message.error.message)) : ask.done(message.result);
      else for (const hear of heard) hear(message);
    }
  });
  const send = (method, params = {}, sessionId) => new Promise((done, fail) => {
    asked.set(++next, {done, fail});
    child.stdio[3].write(JSON.stringify({id: next, method, params, sessionId}) + '\0');
  });
  const {targetInfos} = await send('Target.getTargets');
  const {targetId} = targetInfos.find(target => target.type === 'page');
  const {sessionId} = await send('Target.attachToTarget', {targetId, flatten: true});
  const page = (method, params) => send(method, params, sessionId);
  const faults = [], lines = [];
  heard.push(message => {
    if (message.method === 'Runtime.exceptionThrown')
      faults.push(message.params.exceptionDetails.exception?.description || message.params.exceptionDetails.text);
    if (message.method === 'Runtime.consoleAPICalled') {
      const text = message.params.args.map(arg => arg.value ?? arg.description).join(' ');
      lines.push(message.params.type + ': ' + text);
      if (message.params.type === 'error') faults.push(text);
    }
    if (message.method === 'Log.entryAdded') { /* what OpenGL finds fault with comes as a warning */
      const {level, text} = message.params.entry;
      lines.push(level + ': ' + text);
      if (level === 'error' || text.includes('GL_') || text.includes('WebGL:')) faults.push(text);
    }
  });
  await page('Runtime.enable');
  await page('Log.enable');
  await page('Page.enable');
  await page('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false});
  const run = async expression => {
    const {result, exceptionDetails} = await page('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  };
  return {
    send: page, run, faults, lines,
    /* Lets downloads land in this folder. */
    downloads: downloadPath => page('Page.setDownloadBehavior', {behavior: 'allow', downloadPath}),
    /* Waits until the expression is true; fails after so many seconds. */
    until: async (expression, seconds) => {
      for (const end = Date.now() + 1000 * seconds; Date.now() < end; await new Promise(done => setTimeout(done, 100)))
        if (await run(expression)) return;
      throw new Error(`not within ${seconds} s: ${expression}`);
    },
    picture: async () => Buffer.from((await page('Page.captureScreenshot', {format: 'png'})).data, 'base64'),
    close: async () => {
      await Promise.race([send('Browser.close').catch(() => {}), new Promise(done => setTimeout(done, 3000))]);
      child.kill('SIGKILL');
    },
  };
}
