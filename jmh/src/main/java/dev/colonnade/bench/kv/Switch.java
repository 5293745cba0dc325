package dev.colonnade.bench.kv;

/** What can be on or off on the command line. */
enum Switch {
  ON,
  OFF
}
