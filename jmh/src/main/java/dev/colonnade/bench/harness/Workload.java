package dev.colonnade.bench.harness;

import java.io.IOException;

/** Workload that runs on one server. */
public interface Workload {
  /** Runs the workload and adds every measurement to the log. */
  void measure(BenchTarget target, MeasurementLog log) throws IOException, InterruptedException;
}
