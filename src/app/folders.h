#ifndef APP_FOLDERS_H
#define APP_FOLDERS_H

/* Where assets and shaders are read from: WEIR_ASSETS and WEIR_SHADERS where those are set, else the folders of the checkout that the
 * program was built from. Constants of the program or of its environment. */
const char *folder_assets(void);
const char *folder_shaders(void);

#endif
