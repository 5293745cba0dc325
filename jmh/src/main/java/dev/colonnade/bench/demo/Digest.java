package dev.colonnade.bench.demo;

import dev.colonnade.client.page.ResultPage;

/** Sums up the rows of a scan while they come, into an answer that can be compared. */
interface Digest {
  void read(ResultPage page);

  /** The answer in words. */
  String answer();
}
