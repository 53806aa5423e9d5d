/**
 * What the packages for each system look like. Their contents and the fuses are set in src-main/setup/packaging;
 * docs/PACKAGING.md explains both.
 *
 * @type {import('electron-builder').Configuration}
 */
export const config = {
  appId: 'io.touchstone.terminal',
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  // Nothing is published, and nothing updates itself.
  publish: null,
  directories: { buildResources: 'resources/package', output: 'dist' },

  // The archive holds the staged folder byte for byte: nothing is rewritten.
  files: ['**/*', { from: 'node_modules', to: 'node_modules', filter: ['**/*'] }],
  removePackageScripts: false,
  removePackageKeywords: false,
  asar: { smartUnpack: false },
  // Systems load libraries only from ordinary files.
  asarUnpack: ['node_modules/keytar/prebuilds/**'],
  electronLanguages: ['en-US'],

  linux: {
    target: ['deb', 'AppImage'],
    category: 'Office;Finance',
    icon: 'resources/icons/touchstone.svg',
    executableName: 'touchstone',
    // Empty, not absent: an absent list would start an AppImage with --no-sandbox.
    executableArgs: [],
  },
  deb: {
    depends: [
      'libasound2 | libasound2t64',
      'libatspi2.0-0 | libatspi2.0-0t64',
      'libgbm1',
      'libgtk-3-0 | libgtk-3-0t64',
      'libnotify4',
      'libnss3',
      'libsecret-1-0',
      'libuuid1',
      'xdg-utils',
    ],
    recommends: ['gnome-keyring | kwalletmanager'],
    afterInstall: 'resources/package/deb-after-install.sh',
    afterRemove: 'resources/package/deb-after-remove.sh',
    appArmorProfile: 'resources/package/apparmor-profile',
  },
  // Its own runtime: the older one needs a library (libfuse2) that systems no longer include.
  toolsets: { appimage: '1.0.3' },

  win: {
    target: ['nsis'],
    icon: 'resources/icons/touchstone.ico',
    requestedExecutionLevel: 'asInvoker',
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowElevation: false,
    packElevateHelper: false,
    allowToChangeInstallationDirectory: false,
    differentialPackage: false,
    // Wallets and journals are not part of an installation.
    deleteAppDataOnUninstall: false,
  },

  mac: {
    target: [
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ],
    category: 'public.app-category.finance',
    icon: 'resources/icons/touchstone.icns',
    hardenedRuntime: true,
    entitlements: 'resources/package/entitlements.mac.plist',
    entitlementsInherit: 'resources/package/entitlements.mac.inherit.plist',
    // Both halves hold the same archive and the same two libraries, one for each processor.
    mergeASARs: false,
    x64ArchFiles: '**/app.asar.unpacked/node_modules/keytar/prebuilds/*/keytar.node',
  },
  dmg: { writeUpdateInfo: false },
};
