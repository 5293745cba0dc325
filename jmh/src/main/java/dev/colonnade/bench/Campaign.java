package dev.colonnade.bench;

import java.io.IOException;

/** Something that is measured on several servers, one after the other. */
public interface Campaign {
  /** Measures it and logs every figure. */
  void measure(Servers servers, MeasurementLog log) throws IOException, InterruptedException;
}
