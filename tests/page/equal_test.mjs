/* The page against the program: equal_test.mjs WEIR.html BUILD OUTPUT_FOLDER [TICKS]
 * Each scene runs for so many ticks (100) with crates that fall in, in a headless Chromium and without a window: the state of water and bodies has
 * the same hash, and the last picture looks the same (golden/pictures.c says when it does). BUILD: a folder with weir and tests/golden_pictures. */
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {browser} from './browser.mjs';

const [file, build, folder, ticks = '100'] = process.argv.slice(2);
const out = resolve(folder), sleep = ms => new Promise(done => setTimeout(done, ms));
let failed = 0;
const run = (program, ...words) => execFileSync(resolve(build, program), words, {encoding: 'utf8', env: {...process.env, SDL_VIDEODRIVER: 'offscreen'}});
mkdirSync(out, {recursive: true});

for (const scene of ['river', 'pool', 'gate', 'beach', 'ford']) {
  const ours = `${out}/${scene}-program`, theirs = `${out}/${scene}`;
  for (const name of ['.json', '.png']) rmSync(theirs + name, {force: true});
  const words = [scene, '--steps', ticks, '--drop', '5', '--set', 'quality=0'];
  const page = await browser(1280, 720);
  await page.downloads(out);
  await page.send('Page.navigate', {url: 'file://' + resolve(file) + '#' + [...words, '--stats', `${scene}.json`, '--screenshot', `${scene}.png`].join('&')});
  for (let n = 0; n < 600 && !(existsSync(theirs + '.json') && existsSync(theirs + '.png')); n++) await sleep(500);
  await sleep(500);
  await page.close();
  run('weir', ...words, '--headless', '--size', '1280x720', '--stats', ours + '.json', '--screenshot', ours + '.png');
  const hash = path => existsSync(path) ? JSON.parse(readFileSync(path)).state_hash : 'none';
  const equal = hash(ours + '.json') === hash(theirs + '.json');
  let looks = 'the pictures look the same';
  try {
    for (const path of [ours, theirs]) writeFileSync(path + '.txt', run('tests/golden_pictures', scene, path + '.png'));
    run('tests/golden_pictures', '--compare', ours + '.txt', theirs + '.txt');
  } catch (fault) {
    looks = 'THE PICTURES DIFFER: ' + String(fault.stdout || fault.message).trim();
    failed++;
  }
  if (!equal) failed++;
  console.log(`${scene}: ${ticks} ticks, ${hash(ours + '.json')} here, ${hash(theirs + '.json')} in the page${equal ? '' : ': THEY DIFFER'}; ${looks}`);
}
process.exit(failed ? 1 : 0);
