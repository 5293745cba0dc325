package dev.colonnade.bench.demo;

import dev.colonnade.client.page.ResultPage;

/** Aggregation of the pages of a scan into an answer that can be compared. Not thread-safe. */
interface ScanDigest {
  void read(ResultPage page);

  /** Returns the answer as text. */
  String answer();
}
