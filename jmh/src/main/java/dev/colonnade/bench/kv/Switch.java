package dev.colonnade.bench.kv;

/** Value of an on/off option. */
enum Switch {
  ON,
  OFF
}
