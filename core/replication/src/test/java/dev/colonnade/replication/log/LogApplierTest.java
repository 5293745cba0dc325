package dev.colonnade.replication.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the application of entries to a store. */
class LogApplierTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;

  private MemberStore store;
  private final Proposals proposals = new Proposals();
  private LogApplier applier;

  private static RocksStoreConfig config() {
    return RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
  }

  @BeforeEach
  void open() {
    store = MemberStore.open(folder.resolve("a"), config());
    applier = new LogApplier(store, proposals, () -> {});
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void shouldRefuseEntriesAfterAGap() {
    apply(1, 0, 1, 1, "a");
    assertThatThrownBy(() -> apply(1, 2, 1, 2, "b"))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("entries of the log are missing");
    assertThatThrownBy(() -> applier.skip(new LogPosition(2, 5)))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("entries of the log are missing");
    assertThat(store.applied()).isEqualTo(new LogPosition(1, 0));
  }

  private void apply(long term, long index, long evaluatedTerm, long number, String value) {
    applier.apply(
        new LogPosition(term, index), ByteBuffer.wrap(entry(evaluatedTerm, number, value)));
  }

  private byte[] entry(long term, long number, String value) {
    try (Batch batch = store.rocks().newBatch()) {
      batch.put(Space.ROWS, "k".getBytes(UTF_8), value.getBytes(UTF_8));
      return new LogEntry(term, number, 1, store.rocks().serialized(batch)).encode();
    }
  }

  @Test
  void shouldNotApplyAnEntryOfANewerVersion() {
    apply(1, 0, 1, 1, "x");
    byte[] newer = entry(1, 2, "y");
    newer[0] = LogEntry.FORMAT + 1;
    assertThatThrownBy(() -> applier.apply(new LogPosition(1, 1), ByteBuffer.wrap(newer)))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FORMAT_TOO_NEW));
    assertThat(value()).isEqualTo("x");
    assertThat(store.applied()).isEqualTo(new LogPosition(1, 0));
  }

  private @Nullable String value() {
    byte[] found = store.rocks().get(Space.ROWS, Key.wrap("k".getBytes(UTF_8)));
    return found == null ? null : new String(found, UTF_8);
  }

  @Test
  void shouldApplyEntriesOnceAndKeepTheirPosition() {
    apply(1, 0, 1, 1, "x");
    apply(1, 1, 1, 2, "y");
    apply(1, 0, 1, 1, "x");
    apply(1, 1, 1, 2, "z");
    assertThat(value()).isEqualTo("y");
    assertThat(store.applied()).isEqualTo(new LogPosition(1, 1));
    store.close();
    open();
    assertThat(store.applied()).isEqualTo(new LogPosition(1, 1));
    assertThat(store.durable()).isEqualTo(new LogPosition(1, 1));
    assertThat(value()).isEqualTo("y");
  }

  @Test
  void shouldRefuseAnEntryThatWasEvaluatedUnderAnEarlierTerm() {
    apply(1, 0, 1, 1, "x");
    CompletableFuture<Proposals.Outcome> late = proposals.expect(1, 2);
    apply(2, 1, 1, 2, "late");
    assertThat(value()).isEqualTo("x");
    assertThat(store.applied()).isEqualTo(new LogPosition(2, 1));
    assertThat(late).isCompletedWithValue(Proposals.Outcome.LOST);
  }

  @Test
  void shouldDecideProposalsByAppliedEntries() {
    CompletableFuture<Proposals.Outcome> first = proposals.expect(1, 1);
    CompletableFuture<Proposals.Outcome> second = proposals.expect(1, 2);
    apply(1, 0, 1, 1, "x");
    assertThat(first).isCompletedWithValue(Proposals.Outcome.APPLIED);
    assertThat(second).isNotDone();
    applier.skip(new LogPosition(2, 1)); // the first entry of another leader
    assertThat(second).isCompletedWithValue(Proposals.Outcome.LOST);
    assertThat(proposals.expect(1, 3)).isCompletedWithValue(Proposals.Outcome.LOST);
    CompletableFuture<Proposals.Outcome> open = proposals.expect(2, 1);
    proposals.abandon();
    assertThat(open).isCompletedWithValue(Proposals.Outcome.UNKNOWN);
  }

  @Test
  void shouldReportTheDurablePosition() {
    apply(1, 0, 1, 1, "x");
    assertThat(store.durable()).isEqualTo(LogPosition.START);
    store.flush();
    assertThat(store.durable()).isEqualTo(new LogPosition(1, 0));
    applier.skip(new LogPosition(1, 1));
    assertThat(store.durable()).isEqualTo(new LogPosition(1, 0));
  }

  @Test
  void shouldNotAdvanceOverADamagedEntry() {
    apply(1, 0, 1, 1, "x");
    LogEntry damaged = new LogEntry(1, 2, 1, new byte[] {1, 2, 3});
    assertThatThrownBy(
            () -> applier.apply(new LogPosition(1, 1), ByteBuffer.wrap(damaged.encode())))
        .isInstanceOf(RuntimeException.class);
    assertThat(store.applied()).isEqualTo(new LogPosition(1, 0));
  }

  @Test
  void shouldNotApplyEntriesWithoutTheBaseOnWhichTheyBuild() {
    byte[] entry;
    try (Batch batch = store.rocks().newBatch()) {
      batch.put(Space.ROWS, "k".getBytes(UTF_8), "x".getBytes(UTF_8));
      entry = new LogEntry(1, 1, 1, store.rocks().serialized(batch), true).encode();
    }
    assertThatThrownBy(() -> applier.apply(new LogPosition(1, 0), ByteBuffer.wrap(entry)))
        .hasMessageContaining("builds on a store that this member has lost");
    assertThat(store.applied()).isEqualTo(LogPosition.START);
    try (Batch batch = store.rocks().newBatch()) {
      batch.put(Space.META, StoreConversion.BASE_KEY.bytes(), new byte[] {1});
      store.rocks().write(batch, Durability.RELAXED);
    }
    applier.apply(new LogPosition(1, 0), ByteBuffer.wrap(entry));
    assertThat(value()).isEqualTo("x");
  }

  @Test
  void shouldInstallACheckpointAlsoAfterACrash() throws IOException {
    apply(1, 0, 1, 1, "x");
    assertThat(applier.checkpoint(folder.resolve("copy"))).isEqualTo(new LogPosition(1, 0));
    apply(1, 1, 1, 2, "y");
    store.replace(folder.resolve("copy"));
    assertThat(value()).isEqualTo("x");
    assertThat(store.applied()).isEqualTo(new LogPosition(1, 0));
    apply(1, 1, 1, 2, "y");
    applier.checkpoint(folder.resolve("a/installed")); // decided, and then the process ends
    apply(1, 2, 1, 3, "z");
    store.close();
    Files.delete(folder.resolve("a/rocks/CURRENT"));
    open();
    assertThat(value()).isEqualTo("y");
    assertThat(folder.resolve("a/installed")).doesNotExist();
  }

  @Test
  void shouldRefuseAStoreWhoseDataAreNotFromALog() {
    Path other = folder.resolve("b");
    try (RocksStore single = RocksStore.open(other, config(), UUID.randomUUID());
        Batch batch = single.newBatch()) {
      batch.put(Space.META, "range/next-id".getBytes(UTF_8), new byte[8]);
      single.write(batch, Durability.SYNC);
    }
    assertThatThrownBy(() -> MemberStore.open(other, config()))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION));
  }
}
