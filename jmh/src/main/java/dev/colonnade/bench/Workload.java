package dev.colonnade.bench;

import java.io.IOException;

/** Something that is measured on a server. */
public interface Workload {
  /** Measures it and logs every figure. */
  void measure(BenchTarget target, MeasurementLog log) throws IOException, InterruptedException;
}
