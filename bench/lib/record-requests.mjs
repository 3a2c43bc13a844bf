/** Records what the service sends to the database for each question of a case, twice, for two users: what differs is of the user or new. */
import { answerOf, callOf, usersOf } from './request-calls.mjs';

const ATTEMPTS = 5;
const same = ([first, second]) => first.length === second.length && first.every(({ sql }, index) => sql === second[index].sql);

async function recorded(recorder, call, question, user) {
  await recorder.ask('record');
  const { text, status } = await answerOf(call, question, user);
  return { statements: await recorder.ask('recorded'), text, status };
}

/** What a floor is told of a case; see floor-requests.mjs. */
export async function recordCase(entry, recorder, people) {
  const call = callOf(entry, recorder, people);
  const users = usersOf(entry, people).slice(0, 2);
  // The first calls fill what the service remembers.
  for (const user of users.keys()) for (let warm = 0; warm < 3; warm++) await answerOf(call, 0, user);
  const questions = [];
  for (const question of call.urls.keys()) {
    await answerOf(call, question);
    let both;
    // The service may do something of its own meanwhile.
    for (let attempt = 0; attempt < ATTEMPTS && !(both && same(both.map(({ statements }) => statements))); attempt++) {
      both = [];
      for (const user of users.keys()) both.push(await recorded(recorder, call, question, user));
    }
    const [, { text: answer, status }] = both;
    questions.push({ recordings: both.map(({ statements }) => statements), answer, status });
  }
  return { work: entry.work, authorised: !entry.anonymous, recordedFor: users, questions };
}
