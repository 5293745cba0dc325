package dev.colonnade.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Netty's leak detector for tests: keeps what it finds, so that a test can fail because of it. It
 * is named on the command line of the tests.
 *
 * @param <T> what may leak
 */
public final class RecordingLeakDetector<T> extends ResourceLeakDetector<T> {
  private static final int COLLECTIONS = 5;
  private static final long PAUSE_NANOS = 20_000_000;
  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

  /** As Netty calls it. */
  public RecordingLeakDetector(Class<?> resourceType, int samplingInterval) {
    super(resourceType, samplingInterval);
  }

  /** As Netty looks for it too, and complains if it is missing; the limit has no meaning. */
  public RecordingLeakDetector(Class<?> resourceType, int samplingInterval, long ignoredLimit) {
    this(resourceType, samplingInterval);
  }

  /** Fails if a buffer was collected that nobody had released. */
  static void assertNoLeaks() {
    assertThat(System.getProperty("io.netty.customResourceLeakDetector"))
        .isEqualTo(RecordingLeakDetector.class.getName());
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      // What was collected is queued a moment later, and reported at the next allocation.
      LockSupport.parkNanos(PAUSE_NANOS);
      ByteBufAllocator.DEFAULT.directBuffer().release();
    }
    assertThat(LEAKS).isEmpty();
  }

  @Override
  protected boolean needReport() {
    return true;
  }

  @Override
  protected void reportTracedLeak(String resourceType, String records) {
    LEAKS.add(resourceType + records);
  }

  @Override
  protected void reportUntracedLeak(String resourceType) {
    LEAKS.add(resourceType);
  }
}
