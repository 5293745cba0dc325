package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.cache.BlockLimits;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.cache.SegmentCache;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What one session does with sequences, and what it remembers of them: currval, lastval, and its
 * blocks where its method is {@link CacheMethod#CONNECTION}.
 *
 * <p>Safe for use by many threads; currval and lastval tell the value that was drawn last, of those
 * whose answer came. {@link #tryNext}, {@link #currentValue}, {@link #lastValue} and everything
 * that returns a future are for event loops too; {@link #setValue} waits for the disk.
 */
public final class SequenceSession implements AutoCloseable {
  private final SequenceConfig config;
  private final SequenceOperations operations;
  private final NanoTicker ticker;
  private final ConcurrentHashMap<Sequence, SessionValues> values = new ConcurrentHashMap<>();

  private volatile SessionSettings settings;

  /** Of the sequence that a value was drawn of last. */
  private volatile @Nullable SessionValues latest;

  SequenceSession(SequenceConfig config, SequenceOperations operations, NanoTicker ticker) {
    this.config = requireNonNull(config, "config is null");
    this.operations = requireNonNull(operations, "operations is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    settings = SessionSettings.of(config);
  }

  /**
   * Draws the next value if that can be done at once. Never waits and allocates nothing, once the
   * session has drawn from the sequence before. Where it returns false, {@link #next} says why, or
   * has the value later.
   */
  public boolean tryNext(Sequence sequence, LongResult into) {
    SessionValues of = valuesOf(sequence);
    if (drawsFromBlocks(sequence) ? of.tryBlock(into) : sequence.cache().tryNext(into)) {
      drawn(of, into.value());
      return true;
    }
    return false;
  }

  /**
   * Draws the next value. Does not wait itself; the future may be completed by another thread.
   *
   * <p>It fails with SEQUENCE_LIMIT if there is none; DEADLINE_EXCEEDED after {@code timeoutNanos}
   * ({@link SegmentCache#NO_TIMEOUT} for none); UNKNOWN_SEQUENCE if the sequence was dropped;
   * OVERLOADED; SHUTTING_DOWN; or with what a reservation failed with, DISK_FULL among others.
   */
  public CompletableFuture<Long> next(Sequence sequence, long timeoutNanos) {
    SessionValues of = valuesOf(sequence);
    CompletableFuture<Long> next =
        drawsFromBlocks(sequence)
            ? of.nextOfBlock(settings, timeoutNanos)
            : sequence.cache().next(timeoutNanos);
    return next.thenApply(
        value -> {
          drawn(of, value);
          return value;
        });
  }

  /**
   * Draws {@code count} values at once: in one run, or in several where a cycle ends between them
   * or the cache has the first of them. The last one becomes currval. Fails as {@link #next}, and
   * with INVALID_ARGUMENT for no value or more than {@link SegmentCache#REQUEST_MAX}.
   */
  public CompletableFuture<List<ValueRun>> reserve(
      Sequence sequence, long count, long timeoutNanos) {
    SessionValues of = valuesOf(sequence);
    return sequence
        .cache()
        .reserve(count, timeoutNanos)
        .thenApply(
            runs -> {
              drawn(of, runs.getLast().last());
              return runs;
            });
  }

  /**
   * Draws {@code count} values as {@link #next} would one after the other: first those at hand,
   * then one reservation for all others. The last one becomes currval. Fails as {@link #reserve}.
   */
  public CompletableFuture<List<ValueRun>> drawMany(
      Sequence sequence, long count, long timeoutNanos) {
    SessionValues of = valuesOf(sequence);
    return sequence
        .cache()
        .nextMany(count, timeoutNanos)
        .thenApply(
            runs -> {
              drawn(of, runs.getLast().last());
              return runs;
            });
  }

  /** A value was drawn in another way: from now on it is currval and lastval. */
  public void remember(Sequence sequence, long value) {
    drawn(valuesOf(sequence), value);
  }

  /** The last value that this session drew of the sequence; VALUE_NOT_DRAWN if there is none. */
  public long currentValue(Sequence sequence) {
    SessionValues of = values.get(sequence);
    if (of == null || !of.isDrawn()) {
      throw new ColonnadeException(
          ErrorCode.VALUE_NOT_DRAWN,
          "currval of sequence \"%s\" is not yet defined in this session"
              .formatted(sequence.name()));
    }
    return of.value();
  }

  /**
   * The last value of the sequence that this session drew from last; VALUE_NOT_DRAWN if there is
   * none, or if the sequence was dropped.
   */
  public long lastValue() {
    SessionValues of = latest;
    if (of == null || of.sequence().cache().isDropped()) {
      throw new ColonnadeException(
          ErrorCode.VALUE_NOT_DRAWN, "lastval is not yet defined in this session");
    }
    return of.value();
  }

  /**
   * Puts the sequence to a value, for all sessions, and the currval of this one with it if the
   * value is called. Waits for the disk.
   */
  public void setValue(Sequence sequence, long value, boolean isCalled) {
    operations.setValue(sequence, value, isCalled);
    if (isCalled) {
      valuesOf(sequence).draw(value);
    }
  }

  /** DISCARD SEQUENCES: forgets currval, lastval and blocks. The server's cache stays. */
  public void discardSequences() {
    latest = null;
    values.values().forEach(SessionValues::dropBlocks);
    values.clear();
  }

  /** DISCARD ALL, as far as sequences go: settings go back to the configuration's as well. */
  public void discardAll() {
    discardSequences();
    settings = SessionSettings.of(config);
  }

  /** What {@code sequence_cache_method} is in this session. */
  public CacheMethod cacheMethod() {
    return settings.method();
  }

  /** Changes {@code sequence_cache_method}. Blocks of the session are given up. */
  public void cacheMethod(CacheMethod method) {
    settings = settings.withMethod(method);
    values.values().forEach(SessionValues::dropBlocks);
  }

  /** Changes {@code sequence_range} for the blocks of this session. */
  public void sequenceRange(long count) {
    settings = settings.withRange(count);
    values.values().forEach(SessionValues::dropBlocks);
  }

  /** Changes {@code sequence_cache_min} for the blocks of this session, where it is 1 otherwise. */
  public void sequenceCacheMin(long count) {
    settings = settings.withCacheMin(count);
    values.values().forEach(SessionValues::dropBlocks);
  }

  /** Drops what the session remembers. */
  @Override
  public void close() {
    discardSequences();
  }

  /** Whether the next value comes from a block of this session's own. */
  public boolean drawsFromBlocks(Sequence sequence) {
    return settings.method() == CacheMethod.CONNECTION
        && sequence.cache().record().options().mode() == SequenceMode.NORMAL;
  }

  private SessionValues valuesOf(Sequence sequence) {
    SessionValues recent = latest;
    if (recent != null && recent.sequence() == sequence) {
      return recent;
    }
    SessionValues known = values.get(sequence);
    return known != null ? known : newValuesOf(sequence);
  }

  private SessionValues newValuesOf(Sequence sequence) {
    values.keySet().removeIf(other -> other.cache().isDropped());
    return values.computeIfAbsent(sequence, key -> new SessionValues(key, ticker));
  }

  private void drawn(SessionValues of, long value) {
    of.draw(value);
    if (latest != of) {
      latest = of;
    }
  }

  /** Settings of a session. Those of blocks concern the session's own. */
  record SessionSettings(CacheMethod method, long range, long cacheMin, long aheadMax) {
    static SessionSettings of(SequenceConfig config) {
      return new SessionSettings(config.method(), config.range(), 1, config.aheadMax());
    }

    SessionSettings withMethod(CacheMethod other) {
      return new SessionSettings(
          requireNonNull(other, "method is null"), range, cacheMin, aheadMax);
    }

    SessionSettings withRange(long other) {
      requireCount("sequence_range", other);
      return new SessionSettings(method, other, cacheMin, aheadMax);
    }

    SessionSettings withCacheMin(long other) {
      requireCount("sequence_cache_min", other);
      return new SessionSettings(method, range, other, aheadMax);
    }

    BlockLimits limits(SequenceOptions options) {
      return BlockLimits.of(options.cache(), cacheMin, range, aheadMax);
    }

    private static void requireCount(String name, long count) {
      if (count < 1 || count > BlockLimits.VALUES_MAX) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "%d is outside the valid range for parameter \"%s\" (1 .. %d)"
                .formatted(count, name, BlockLimits.VALUES_MAX));
      }
    }
  }
}
