package dev.colonnade.bench.kv;

/** Value of an on/off option. */
enum OnOff {
  ON,
  OFF
}
