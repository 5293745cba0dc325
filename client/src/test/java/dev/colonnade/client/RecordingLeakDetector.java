package dev.colonnade.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Leak detector of Netty for tests, which records leaks so that a test can fail because of them.
 * The command line of the tests names it.
 *
 * @param <T> type of the resource
 */
public final class RecordingLeakDetector<T> extends ResourceLeakDetector<T> {
  private static final int COLLECTIONS = 5;
  private static final long PAUSE_NANOS = 20_000_000;
  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

  /** Constructor that Netty calls. */
  public RecordingLeakDetector(Class<?> resourceType, int samplingInterval) {
    super(resourceType, samplingInterval);
  }

  /** Constructor that Netty also looks up, and whose absence it logs; the limit is ignored. */
  public RecordingLeakDetector(Class<?> resourceType, int samplingInterval, long ignoredLimit) {
    this(resourceType, samplingInterval);
  }

  /** Fails if a buffer was garbage collected without being released. */
  static void assertNoLeaks() {
    assertThat(System.getProperty("io.netty.customResourceLeakDetector"))
        .isEqualTo(RecordingLeakDetector.class.getName());
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      // A collected buffer is enqueued asynchronously, and reported at the next allocation.
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
