package dev.colonnade.bench;

import java.io.IOException;

/** Workload that runs on several servers, one after the other. */
public interface Campaign {
  /** Runs the workload and adds every measurement to the log. */
  void measure(Servers servers, MeasurementLog log) throws IOException, InterruptedException;
}
