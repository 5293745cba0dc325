package dev.colonnade.sequence;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.sequence.cache.CacheDependencies;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.definition.OwningColumn;
import dev.colonnade.sequence.record.SequenceRecords;
import dev.colonnade.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Fixture with the sequences of a store, without tables. The test sets the clock. */
final class SequenceFixture {
  static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(120);

  final MvccFixture mvcc;
  final Sequences sequences;
  final SequenceOperations operations;
  final AtomicLong nanos = new AtomicLong(1);

  SequenceFixture(Store store, SequenceConfig config, Executor executor) {
    this(store, config, executor, null);
  }

  /** Creates a fixture with the clock {@code ticker}; null for {@link #nanos}. */
  SequenceFixture(
      Store store, SequenceConfig config, Executor executor, @Nullable NanoTicker ticker) {
    mvcc = new MvccFixture(store, GroupParticipant.NONE);
    SequenceRecords records = new SequenceRecords(store, mvcc.pipeline);
    CacheDependencies dependencies =
        new CacheDependencies(
            records, executor, (_, _) -> {}, ticker == null ? nanos::get : ticker);
    sequences = Sequences.open(records, dependencies, config);
    operations = new SequenceOperations(sequences, mvcc.pipeline, new EmptyCatalog());
  }

  SequenceSession newSession() {
    return new SequenceSession(sequences, operations);
  }

  /** Allocates a value and waits for it; throws the failure. */
  static long next(SequenceSession session, Sequence sequence) {
    LongResult result = new LongResult();
    return session.tryNext(sequence, result)
        ? result.value()
        : await(session.next(sequence, TIMEOUT_NANOS));
  }

  static <T> T await(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ColonnadeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static final class EmptyCatalog implements SequenceCatalogCallback {
    @Override
    public void requireNameFree(String name) {}

    @Override
    public void requireColumn(OwningColumn owner) {}
  }
}
