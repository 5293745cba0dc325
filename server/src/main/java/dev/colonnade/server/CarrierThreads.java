package dev.colonnade.server;

import java.util.Properties;

/**
 * How many threads carry those of the sessions, which are virtual. While a session waits for the
 * log or reads the disk it is in native code and holds its carrier, so with one carrier for each
 * processor, as the JVM has it, a commit that waits leaves a processor idle.
 */
final class CarrierThreads {
  /** What the JVM reads when the first virtual thread is made. */
  static final String PROPERTY = "jdk.virtualThreadScheduler.parallelism";

  private static final int COUNT_MIN = 4;
  private static final int COUNT_MAX = 64;

  private CarrierThreads() {}

  /** Two for each processor, within limits; never fewer than processors. */
  static int count(int processors) {
    return Math.max(processors, Math.clamp(2L * processors, COUNT_MIN, COUNT_MAX));
  }

  /** Says so to the JVM that has these properties, unless somebody has. */
  static void configure(Properties properties, int processors) {
    properties.putIfAbsent(PROPERTY, Integer.toString(count(processors)));
  }
}
