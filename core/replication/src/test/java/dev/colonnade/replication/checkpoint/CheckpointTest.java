package dev.colonnade.replication.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.replication.log.LogApplier;
import dev.colonnade.replication.log.LogEntry;
import dev.colonnade.replication.log.LogPosition;
import dev.colonnade.replication.log.MemberStore;
import dev.colonnade.replication.log.Proposals;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the transfer of a checkpoint. */
class CheckpointTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;

  private MemberStore store;
  private LogApplier applier;
  private CheckpointSource source;
  private int index;

  @BeforeEach
  void open() {
    store = MemberStore.open(folder.resolve("a"), config());
    applier = new LogApplier(store, new Proposals(), () -> {});
    source = new CheckpointSource(applier, folder.resolve("checkpoint"));
    for (int i = 0; i < 6; i++) {
      apply();
    }
  }

  @AfterEach
  void close() {
    source.close();
    store.close();
  }

  private static RocksStoreConfig config() {
    return RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
  }

  /** Applies an entry with a megabyte of incompressible bytes. */
  private void apply() {
    try (Batch batch = store.rocks().newBatch()) {
      byte[] value = new byte[(int) MIB];
      new Random(index).nextBytes(value);
      batch.put(Space.ROWS, ("k" + index).getBytes(UTF_8), value);
      LogEntry entry = new LogEntry(1, index + 1, 1, store.rocks().serialized(batch));
      applier.apply(new LogPosition(1, index), ByteBuffer.wrap(entry.encode()));
      index++;
    }
  }

  @Test
  void shouldStateWhichCheckpointAMemberFetches() {
    AtomicLong now = new AtomicLong();
    try (CheckpointSource timed =
        new CheckpointSource(applier, folder.resolve("timed"), now::get)) {
      assertThat(timed.fetchedIndex()).isEqualTo(Long.MAX_VALUE);
      new CheckpointFetch(timed::answer, folder.resolve("incoming")).copy(3);
      assertThat(timed.fetchedIndex()).isEqualTo(5);
      now.addAndGet(CheckpointSource.FETCH_NANOS_MAX);
      assertThat(timed.fetchedIndex()).isEqualTo(5);
      now.incrementAndGet();
      assertThat(timed.fetchedIndex()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void shouldCopyACheckpointThatCanBeInstalled() {
    CheckpointFetch fetch = new CheckpointFetch(source::answer, folder.resolve("incoming"));
    assertThat(fetch.completePosition()).isNull();
    assertThat(fetch.copy(3)).isEqualTo(new LogPosition(1, 5));
    assertThat(fetch.completePosition()).isEqualTo(new LogPosition(1, 5));
    try (MemberStore other = MemberStore.open(folder.resolve("b"), config())) {
      other.replace(fetch.files());
      assertThat(other.applied()).isEqualTo(new LogPosition(1, 5));
    }
    assertThat(fetch.completePosition()).isNull();
  }

  /** Returns a copy that syncs every part. */
  private static CheckpointFetch synced(UnaryOperator<ByteBuffer> peer, Path folder) {
    TransferRate rate = new TransferRate(TransferRate.UNLIMITED, NanoTicker.system(), left -> {});
    return new CheckpointFetch(peer, folder, rate, CheckpointSource.PART_BYTES_MAX);
  }

  @Test
  void shouldResumeACopyThatWasInterrupted() {
    List<Integer> sizes = new ArrayList<>();
    CheckpointFetch broken =
        synced(
            request -> {
              if (sizes.size() == 3) {
                throw new IllegalStateException("connection lost");
              }
              sizes.add(request.remaining());
              return source.answer(request);
            },
            folder.resolve("incoming"));
    assertThatThrownBy(() -> broken.copy(0)).hasMessage("connection lost");
    assertThat(broken.completePosition()).isNull();
    List<Integer> more = new ArrayList<>();
    CheckpointFetch resumed =
        synced(
            request -> {
              more.add(request.remaining());
              return source.answer(request);
            },
            folder.resolve("incoming"));
    assertThat(resumed.copy(0)).isEqualTo(new LogPosition(1, 5));
    List<Integer> whole = new ArrayList<>();
    new CheckpointFetch(
            request -> {
              whole.add(request.remaining());
              return source.answer(request);
            },
            folder.resolve("other"))
        .copy(0);
    assertThat(more.size()).isEqualTo(whole.size() - 2); // all but the two parts of before
  }

  @Test
  void shouldNotTrustPartsThatALossOfPowerMayHaveLeftWithoutContent() throws IOException {
    Path incoming = folder.resolve("incoming");
    for (int reads = 1; reads < 4; reads++) {
      int readsMax = reads;
      List<Integer> answered = new ArrayList<>();
      CheckpointFetch broken =
          synced(
              request -> {
                if (answered.size() > readsMax) {
                  throw new IllegalStateException("power lost");
                }
                answered.add(request.remaining());
                return source.answer(request);
              },
              incoming);
      assertThatThrownBy(() -> broken.copy(0)).hasMessage("power lost");
      clearPartialFiles(broken.files());
      CheckpointFetch resumed = synced(source::answer, incoming);
      resumed.copy(0);
      try (Stream<Path> files = Files.list(folder.resolve("checkpoint"))) {
        for (Path file : files.toList()) {
          assertThat(resumed.files().resolve(file.getFileName())).hasSameBinaryContentAs(file);
        }
      }
      try (Stream<Path> files = Files.list(resumed.files())) {
        assertThat(files).noneMatch(file -> file.toString().endsWith(".partial"));
      }
      resumed.delete();
    }
  }

  @Test
  void shouldCopyAPartialFileAgainFromItsLastSync() throws IOException {
    List<Integer> answered = new ArrayList<>();
    Path incoming = folder.resolve("incoming");
    CheckpointFetch broken =
        new CheckpointFetch(
            request -> {
              if (answered.size() == 4) {
                throw new IllegalStateException("power lost");
              }
              answered.add(request.remaining());
              return source.answer(request);
            },
            incoming);
    assertThatThrownBy(() -> broken.copy(0)).hasMessage("power lost");
    try (Stream<Path> files = Files.list(broken.files())) {
      for (Path file : files.filter(each -> each.toString().endsWith(".partial")).toList()) {
        Files.write(file, new byte[(int) Files.size(file)]);
      }
    }
    CheckpointFetch resumed = new CheckpointFetch(source::answer, incoming);
    resumed.copy(0);
    try (Stream<Path> files = Files.list(folder.resolve("checkpoint"))) {
      for (Path file : files.toList()) {
        assertThat(resumed.files().resolve(file.getFileName())).hasSameBinaryContentAs(file);
      }
    }
  }

  /** Adds bytes without content to the files that are not complete. */
  private void clearPartialFiles(Path copied) throws IOException {
    try (Stream<Path> files = Files.list(copied)) {
      for (Path file : files.toList()) {
        String name = String.valueOf(file.getFileName()).replace(".partial", "");
        long missing = Files.size(folder.resolve("checkpoint").resolve(name)) - Files.size(file);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
          // The part before was on disk when the next one was begun.
          out.write(ByteBuffer.allocate((int) Math.min(missing, MIB)), out.size());
        }
      }
    }
  }

  @Test
  void shouldNotResumeWithFilesOfAnotherMember() {
    long id = CheckpointMessage.decodeListing(source.answer(CheckpointMessage.open(0))).id();
    assertThat(CheckpointMessage.decodeListing(source.answer(CheckpointMessage.open(0))).id())
        .isEqualTo(id);
    try (CheckpointSource other = new CheckpointSource(applier, folder.resolve("second"))) {
      assertThat(CheckpointMessage.decodeListing(other.answer(CheckpointMessage.open(0))).id())
          .isNotEqualTo(id); // the same position, and files of the same names
    }
  }

  @Test
  void shouldLimitTheRateOfACopy() {
    AtomicLong nanos = new AtomicLong();
    TransferRate rate = new TransferRate(MIB, nanos::get, left -> nanos.addAndGet(left / 2 + 1));
    AtomicLong bytes = new AtomicLong();
    List<Long> late = new ArrayList<>();
    CheckpointFetch fetch =
        new CheckpointFetch(
            request -> {
              // What was received before has taken its time.
              if (nanos.get() < bytes.get() * 1_000_000_000 / MIB) {
                late.add(bytes.get());
              }
              ByteBuffer answer = source.answer(request);
              if (request.get(request.position()) == CheckpointMessage.READ) {
                bytes.addAndGet(answer.remaining() - Integer.BYTES);
              }
              return answer;
            },
            folder.resolve("incoming"),
            rate);
    fetch.copy(3);
    assertThat(bytes.get()).isGreaterThan(5 * MIB);
    assertThat(late).isEmpty();
    assertThat(nanos.get()).isLessThan(bytes.get() * 1_100_000_000 / MIB);
  }

  @Test
  void shouldMakeANewCheckpointForAMemberThatNeedsOne() {
    CheckpointFetch fetch = new CheckpointFetch(source::answer, folder.resolve("incoming"));
    assertThat(fetch.copy(0).index()).isEqualTo(5);
    apply();
    assertThat(fetch.copy(5).index()).isEqualTo(5);
    assertThat(fetch.copy(6).index()).isEqualTo(6);
    assertThatThrownBy(() -> fetch.copy(7)).hasMessageContaining("too old");
  }

  @Test
  void shouldDetectDamagedPartsAndRefuseOtherFiles() {
    CheckpointFetch damaging =
        new CheckpointFetch(
            request -> {
              ByteBuffer answer = source.answer(request);
              boolean isPart = request.get(request.position()) == CheckpointMessage.READ;
              if (isPart) {
                answer.put(answer.limit() - 1, (byte) (answer.get(answer.limit() - 1) ^ 1));
              }
              return answer;
            },
            folder.resolve("incoming"));
    assertThatThrownBy(() -> damaging.copy(0)).hasMessageContaining("damaged");
    CheckpointMessage.Listing listing =
        CheckpointMessage.decodeListing(source.answer(CheckpointMessage.open(0)));
    for (String name : List.of("../a/COLONNADE", "nothing", ".hidden")) {
      CheckpointMessage.Read read = new CheckpointMessage.Read(listing.id(), name, 0, 10);
      assertThatThrownBy(() -> source.answer(CheckpointMessage.encode(read)))
          .isInstanceOf(RuntimeException.class);
    }
    assertThatThrownBy(() -> source.answer(ByteBuffer.wrap(new byte[] {9, 9})))
        .hasMessageContaining("unknown request");
  }
}
