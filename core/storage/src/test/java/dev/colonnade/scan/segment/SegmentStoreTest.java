package dev.colonnade.scan.segment;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.scan.segment.BufferCodec.Content;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentStoreTest {
  private static final SegmentLimits LIMITS = new SegmentLimits(1 << 20, 1 << 20);

  @TempDir private Path folder;
  private final MemoryStore store = new MemoryStore();
  private final List<SegmentStore> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(SegmentStore::close);
    store.close();
  }

  private SegmentStore open(SegmentLimits limits) throws IOException {
    SegmentStore segments = SegmentStore.open(folder, store, limits);
    opened.add(segments);
    return segments;
  }

  private SegmentStore open() throws IOException {
    return open(LIMITS);
  }

  /** Commits at a timestamp; with the record of an engine that writes marks, or without. */
  private void commit(long timestamp, boolean isMarking, long... marked) {
    try (Batch batch = store.newBatch()) {
      TimestampRecords.put(batch, TimestampRecords.PUBLISHED, timestamp);
      if (isMarking) {
        SegmentMarks.putPublished(batch, timestamp);
      }
      for (long number : marked) {
        SegmentMarks.put(batch, number);
      }
      store.write(batch, Durability.SYNC);
    }
  }

  private static KeySpan span(int from, int to) {
    return new KeySpan(Key.wrap(new byte[] {(byte) from}), Key.wrap(new byte[] {(byte) to}));
  }

  private static Segment write(SegmentStore segments, KeySpan span, long readTimestamp)
      throws IOException {
    SegmentBuilder builder = new SegmentBuilder();
    try (Arena arena = Arena.ofConfined()) {
      long values = arena.allocate(80, 8).address();
      for (int i = 0; i < 10; i++) {
        NativeMemory.putLong(values + 8L * i, readTimestamp + i);
      }
      builder.addBuffer(Content.INT64, values, 80);
      builder.endPart("a", 0, List.of());
    }
    return segments.write(
        new SegmentDraft(
            new SegmentHeader(segments.newNumber(), span, readTimestamp, 10, 0, List.of()),
            builder));
  }

  private static List<Long> numbers(SegmentStore segments) {
    return segments.recovered().stream().map(Segment::number).toList();
  }

  private long fileCount() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  @Test
  void shouldFindSegmentsAgain() throws IOException {
    commit(100, true);
    SegmentStore first = open();
    Segment written = write(first, span(1, 5), 90);
    write(first, span(5, 9), 100);
    first.close();
    List<Segment> found = open().recovered();
    assertThat(found).hasSize(2);
    assertThat(found.getFirst().number()).isEqualTo(written.number());
    assertThat(found.getFirst().span()).isEqualTo(span(1, 5));
    assertThat(found.getFirst().readTimestamp()).isEqualTo(90);
    assertThat(found.getFirst().rowCount()).isEqualTo(10);
    try (Arena arena = Arena.ofConfined()) {
      long to = arena.allocate(80, 8).address();
      SegmentPart part = requireNonNull(found.getFirst().part("a"), "no part");
      new SegmentReader().read(found.getFirst(), part, to);
      assertThat(NativeMemory.getLong(to + 72)).isEqualTo(99);
    }
  }

  @Test
  void shouldReadSegmentsAfterAnotherReaderWasInterrupted() throws IOException {
    commit(100, true);
    SegmentStore segments = open();
    Segment segment = write(segments, span(1, 5), 90);
    SegmentPart part = requireNonNull(segment.part("a"), "no part");
    try (Arena arena = Arena.ofConfined()) {
      long to = arena.allocate(80, 8).address();
      SegmentReader reader = new SegmentReader();
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> reader.read(segment, part, to))
          .isInstanceOf(ClosedChannelException.class);
      assertThat(Thread.interrupted()).isTrue();
      reader.read(segment, part, to);
      assertThat(NativeMemory.getLong(to + 72)).isEqualTo(99);
    }
  }

  @Test
  void shouldNotUseMarkedSegments() throws IOException {
    commit(100, true);
    SegmentStore first = open();
    long changed = write(first, span(1, 5), 90).number();
    long unchanged = write(first, span(5, 9), 90).number();
    commit(101, true, changed);
    first.close();
    assertThat(numbers(open())).containsExactly(unchanged);
    assertThat(SegmentMarks.read(store)).containsExactly(changed);
  }

  @Test
  void shouldNotUseSegmentsAfterACommitWithoutMarks() throws IOException {
    commit(100, true);
    SegmentStore first = open();
    write(first, span(1, 5), 90);
    commit(101, false);
    first.close();
    SegmentStore second = open();
    assertThat(numbers(second)).isEmpty();
    assertThat(fileCount()).isZero();
    second.completeMarks();
    second.close();
    assertThat(numbers(open())).isEmpty();
  }

  @Test
  void shouldNotUseSegmentsOfCommitsThatAreLost() throws IOException {
    commit(100, true);
    SegmentStore first = open();
    long lost = write(first, span(1, 5), 101).number();
    first.close();
    assertThat(numbers(open())).isEmpty();
    commit(200, true);
    assertThat(numbers(open())).as("not after later commits either").isEmpty();
    assertThat(SegmentMarks.read(store)).containsExactly(lost);
  }

  @Test
  void shouldUseTheNewerOneOfOverlappingSegments() throws IOException {
    commit(100, true);
    SegmentStore first = open();
    long older = write(first, span(1, 5), 90).number();
    long newer = write(first, span(3, 8), 95).number();
    first.close();
    assertThat(numbers(open())).containsExactly(newer);
    assertThat(SegmentMarks.read(store)).as("commits will not mark it").containsExactly(older);
  }

  @Test
  void shouldNotUseFilesOfAnotherStore() throws IOException {
    commit(100, true);
    SegmentStore first = open();
    write(first, span(1, 5), 90);
    first.close();
    Path file;
    try (Stream<Path> files = Files.list(folder)) {
      file = files.findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[3] ^= 1;
    Files.write(file, bytes);
    assertThat(numbers(open())).isEmpty();
    assertThat(fileCount()).isZero();
  }

  @Test
  void shouldUseWhatIsWholeOfAFileCutAtAnyByte() throws IOException {
    commit(100, true);
    SegmentStore first = open();
    long whole = write(first, span(1, 5), 90).number();
    long endOfFirst = first.bytes();
    write(first, span(5, 9), 90);
    first.close();
    Path file;
    try (Stream<Path> files = Files.list(folder)) {
      file = files.findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    for (int length = bytes.length - 1; length >= SegmentFile.START; length--) {
      Files.write(file, Arrays.copyOf(bytes, length));
      try (SegmentStore again = SegmentStore.open(folder, store, LIMITS)) {
        assertThat(numbers(again))
            .as("length " + length)
            .isEqualTo(length >= endOfFirst ? List.of(whole) : List.of());
      }
    }
  }

  @Test
  void shouldDeleteFilesOfWhichNothingIsInUse() throws IOException {
    commit(100, true);
    SegmentStore segments = open(new SegmentLimits(1 << 20, 1));
    Segment changed = write(segments, span(1, 5), 90);
    write(segments, span(5, 9), 90);
    write(segments, span(9, 12), 90);
    commit(101, true, changed.number());
    assertThat(fileCount()).isEqualTo(3);
    segments.maintain();
    assertThat(fileCount()).isEqualTo(3);
    changed.release();
    segments.maintain();
    assertThat(fileCount()).isEqualTo(2);
    assertThat(SegmentMarks.read(store)).isEmpty();
    segments.close();
    assertThat(numbers(open())).hasSize(2);
  }

  @Test
  void shouldNeverUseANumberAgain() throws IOException {
    commit(100, true);
    SegmentStore first = open();
    long written = write(first, span(1, 5), 90).number();
    long assigned = first.newNumber();
    commit(101, true, assigned, assigned + 10);
    first.close();
    assertThat(open().newNumber()).isGreaterThan(assigned + 10).isGreaterThan(written);
    assertThat(SegmentMarks.read(store)).as("marks of no segment").isEmpty();
  }

  @Test
  void shouldKnowItsLimit() throws IOException {
    commit(100, true);
    SegmentStore segments = open(new SegmentLimits(1000, 1 << 20));
    assertThat(segments.hasRoom(900)).isTrue();
    write(segments, span(1, 5), 90);
    assertThat(segments.hasRoom(1000)).isFalse();
    segments.close();
    assertThat(numbers(open(new SegmentLimits(0, 1)))).isEmpty();
    assertThat(fileCount()).isZero();
  }
}
