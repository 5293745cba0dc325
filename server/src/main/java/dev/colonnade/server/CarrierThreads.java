package dev.colonnade.server;

import java.util.Properties;

/**
 * Number of carrier threads of the sessions' virtual threads. A session that waits for the
 * write-ahead log or reads the disk is in native code and pins its carrier. With the JVM's default
 * of one carrier for each processor, a waiting commit would therefore leave a processor idle.
 */
final class CarrierThreads {
  /** System property that the JVM reads when the first virtual thread is created. */
  static final String PROPERTY = "jdk.virtualThreadScheduler.parallelism";

  private static final int COUNT_MIN = 4;
  private static final int COUNT_MAX = 64;

  private CarrierThreads() {}

  /** Returns two carriers for each processor, within limits; never fewer than processors. */
  static int count(int processors) {
    return Math.max(processors, Math.clamp(2L * processors, COUNT_MIN, COUNT_MAX));
  }

  /** Sets the property to the count, unless it is set already. */
  static void configure(Properties properties, int processors) {
    properties.putIfAbsent(PROPERTY, Integer.toString(count(processors)));
  }
}
