package dev.colonnade.bench.harness;

import java.io.IOException;

/** Workload that runs on several servers, one after the other. */
public interface MultiServerWorkload {
  /** Runs the workload and adds every measurement to the log. */
  void measure(ServerProvider servers, MeasurementLog log) throws IOException, InterruptedException;
}
