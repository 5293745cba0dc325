package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.cache.SegmentCache;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sequence.prefetch.BlockSizeLimits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Session view of the sequences: allocates values and stores currval, lastval, and the session's
 * blocks if its method is {@link CacheMethod#CONNECTION}.
 *
 * <p>Thread-safe. currval and lastval are the value of the allocation that completed last. {@link
 * #tryNext}, {@link #currentValue}, {@link #lastValue} and all methods that return a future never
 * block, so event loops may call them; {@link #setValue} waits for the disk.
 */
public final class SequenceSession implements AutoCloseable {
  private final SequenceConfig config;
  private final SequenceOperations operations;
  private final NanoTicker ticker;
  private final Sequences sequences;
  private final ConcurrentHashMap<Sequence, SessionSequenceState> values =
      new ConcurrentHashMap<>();

  private volatile SessionSettings settings;

  /** State of the sequence from which this session allocated last. */
  private volatile @Nullable SessionSequenceState latest;

  /** Creates a session with the settings of the configuration of {@code sequences}. */
  public SequenceSession(Sequences sequences, SequenceOperations operations) {
    this.sequences = requireNonNull(sequences, "sequences is null");
    config = sequences.config();
    this.operations = requireNonNull(operations, "operations is null");
    ticker = sequences.ticker();
    settings = SessionSettings.of(config);
  }

  /**
   * Allocates the next value if one is cached; returns whether it did. Lock-free. Creates no
   * objects once the session has allocated from the sequence before. If it returns false, the
   * caller uses {@link #next}, which waits for a refill or reports the failure.
   *
   * <p>The leader of a cluster checks after the allocation that it was not replaced; otherwise the
   * value is wasted. Values of a session's own block need no check, as in PostgreSQL.
   */
  public boolean tryNext(Sequence sequence, LongResult into) {
    SessionSequenceState of = valuesOf(sequence);
    if (usesSessionBlock(sequence)
        ? of.tryNextFromBlock(into)
        : sequence.cache().tryNext(into) && sequences.isCurrent()) {
      record(of, into.value());
      return true;
    }
    return false;
  }

  /**
   * Allocates the next value. Does not block; another thread may complete the future.
   *
   * <p>The future fails with SEQUENCE_LIMIT if the sequence is exhausted; DEADLINE_EXCEEDED after
   * {@code timeoutNanos} ({@link SegmentCache#NO_TIMEOUT} for no deadline); UNKNOWN_SEQUENCE if the
   * sequence was dropped; OVERLOADED; SHUTTING_DOWN; SERIALIZATION_FAILURE on a leader that may
   * have been replaced; or with the failure of the reservation, for example DISK_FULL.
   */
  public CompletableFuture<Long> next(Sequence sequence, long timeoutNanos) {
    SessionSequenceState of = valuesOf(sequence);
    CompletableFuture<Long> next =
        usesSessionBlock(sequence)
            ? of.nextFromBlock(settings.limits(sequence.cache().record().options()), timeoutNanos)
            : sequence.cache().next(timeoutNanos);
    return next.thenApply(
        value -> {
          requireCurrent();
          record(of, value);
          return value;
        });
  }

  /**
   * Reserves {@code count} values together: in one run, or in several runs if a cycle ends between
   * them or the first values come from the cache. The last value becomes currval. Fails like {@link
   * #next}, and with INVALID_ARGUMENT if {@code count} is less than 1 or more than {@link
   * SegmentCache#REQUEST_MAX}.
   */
  public CompletableFuture<List<ValueRun>> reserve(
      Sequence sequence, long count, long timeoutNanos) {
    SessionSequenceState of = valuesOf(sequence);
    return sequence
        .cache()
        .reserve(count, timeoutNanos)
        .thenApply(
            runs -> {
              requireCurrent();
              record(of, runs.getLast().last());
              return runs;
            });
  }

  /**
   * Allocates {@code count} values as repeated calls of {@link #next} would: first the cached
   * values, then one reservation for the rest. The last value becomes currval. Fails like {@link
   * #reserve}.
   */
  public CompletableFuture<List<ValueRun>> nextMany(
      Sequence sequence, long count, long timeoutNanos) {
    SessionSequenceState of = valuesOf(sequence);
    return sequence
        .cache()
        .nextMany(count, timeoutNanos)
        .thenApply(
            runs -> {
              requireCurrent();
              record(of, runs.getLast().last());
              return runs;
            });
  }

  /**
   * Sets currval and lastval to a value that was allocated outside this object, as for a gapless
   * sequence.
   */
  public void recordValue(Sequence sequence, long value) {
    record(valuesOf(sequence), value);
  }

  /**
   * Excludes a sequence from lastval in this session: one that the client does not see, such as
   * that of a hidden key.
   */
  public void hide(Sequence sequence) {
    valuesOf(sequence).hide();
  }

  /**
   * Returns the last value that this session allocated from the sequence. Throws VALUE_NOT_DRAWN if
   * it allocated none.
   */
  public long currentValue(Sequence sequence) {
    SessionSequenceState of = values.get(sequence);
    if (of == null || !of.hasValue()) {
      throw new ColonnadeException(
          ErrorCode.VALUE_NOT_DRAWN,
          "currval of sequence \"%s\" is not yet defined in this session"
              .formatted(sequence.name()));
    }
    return of.valueAcquire();
  }

  /**
   * Returns the value that this session allocated last, of any sequence. Throws VALUE_NOT_DRAWN if
   * it allocated none, or if that sequence was dropped.
   */
  public long lastValue() {
    SessionSequenceState of = latest;
    if (of == null || of.sequence().cache().isDropped()) {
      throw new ColonnadeException(
          ErrorCode.VALUE_NOT_DRAWN, "lastval is not yet defined in this session");
    }
    return of.valueAcquire();
  }

  /**
   * Sets the position of the sequence for all sessions (setval), and the currval of this session if
   * {@code isCalled}. Waits for the disk.
   */
  public void setValue(Sequence sequence, long value, boolean isCalled) {
    operations.setValue(sequence, value, isCalled);
    if (isCalled) {
      valuesOf(sequence).setValueRelease(value);
    }
  }

  /**
   * Executes DISCARD SEQUENCES: clears currval, lastval and blocks. The server's cache is
   * unchanged.
   */
  public void discardSequences() {
    latest = null;
    values.values().forEach(SessionSequenceState::releaseBlock);
    values.clear();
  }

  /**
   * Executes the sequence part of DISCARD ALL: {@link #discardSequences}, and resets the settings
   * to the configuration.
   */
  public void discardAll() {
    discardSequences();
    settings = SessionSettings.of(config);
  }

  /** Returns the value of {@code sequence_cache_method} in this session. */
  public CacheMethod cacheMethod() {
    return settings.method();
  }

  /** Sets {@code sequence_cache_method} and releases the blocks of the session. */
  public void cacheMethod(CacheMethod method) {
    settings = settings.withMethod(method);
    values.values().forEach(SessionSequenceState::releaseBlock);
  }

  /** Sets {@code sequence_range} for the blocks of this session. */
  public void sequenceRange(long count) {
    settings = settings.withRange(count);
    values.values().forEach(SessionSequenceState::releaseBlock);
  }

  /** Sets {@code sequence_cache_min} for the blocks of this session; the default is 1. */
  public void sequenceCacheMin(long count) {
    settings = settings.withCacheMin(count);
    values.values().forEach(SessionSequenceState::releaseBlock);
  }

  /** Clears the state of the session, as {@link #discardSequences}. */
  @Override
  public void close() {
    discardSequences();
  }

  /** Returns whether the next value comes from a block of this session. */
  public boolean usesSessionBlock(Sequence sequence) {
    return settings.method() == CacheMethod.CONNECTION
        && sequence.cache().record().options().mode() == SequenceMode.NORMAL;
  }

  private SessionSequenceState valuesOf(Sequence sequence) {
    SessionSequenceState recent = latest;
    if (recent != null && recent.sequence() == sequence) {
      return recent;
    }
    SessionSequenceState known = values.get(sequence);
    return known != null ? known : newValuesOf(sequence);
  }

  private SessionSequenceState newValuesOf(Sequence sequence) {
    values.keySet().removeIf(other -> other.cache().isDropped());
    return values.computeIfAbsent(sequence, key -> new SessionSequenceState(key, ticker));
  }

  private void requireCurrent() {
    if (!sequences.isCurrent()) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE,
          "this server may have been replaced as the leader of the cluster; the values are not"
              + " used");
    }
  }

  private void record(SessionSequenceState of, long value) {
    of.setValueRelease(value);
    if (latest != of && !of.isHidden()) {
      latest = of;
    }
  }

  /** Settings of a session; the limits apply to the session's own blocks. */
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

    BlockSizeLimits limits(SequenceOptions options) {
      return BlockSizeLimits.of(options.cache(), cacheMin, range, aheadMax);
    }

    private static void requireCount(String name, long count) {
      if (count < 1 || count > BlockSizeLimits.VALUES_MAX) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "%d is outside the valid range for parameter \"%s\" (1 .. %d)"
                .formatted(count, name, BlockSizeLimits.VALUES_MAX));
      }
    }
  }
}
