package dev.colonnade.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unit tests of {@link Archiver}, {@link ArchiveLog} and {@link SegmentReader}. */
class ArchiverTest {
  @TempDir private Path folder;
  private final AtomicLong nanos = new AtomicLong();
  private ArchiveFolder archive;

  @BeforeEach
  void create() {
    archive = ArchiveFolder.create(folder.resolve("archive"));
  }

  private Archiver open(int incarnation, long nextNumber) {
    ArchiveConfig config =
        ArchiveConfig.to(archive.path())
            .withSegmentBytesMax(ArchiveConfig.SEGMENT_BYTES_MIN)
            .withSyncInterval(Duration.ofSeconds(1));
    return new Archiver(
        archive,
        config,
        ArchiveFixture.ID,
        new Archiver.Clocks(nanos::get, nanos::get),
        incarnation,
        nextNumber);
  }

  private static void append(Archiver archiver, int content) {
    archiver.append(ArchiveRecord.Kind.BATCH, new byte[] {(byte) content}, true);
  }

  private static void write(Archiver archiver, int content) {
    append(archiver, content);
    archiver.applied();
  }

  /** Returns the contents of the groups from number 1 on. */
  private List<Integer> contents() {
    List<Integer> contents = new ArrayList<>();
    new ArchiveLog(archive, 1)
        .read(
            group -> {
              contents.add((int) group.payload()[0]);
              return true;
            });
    return contents;
  }

  @Test
  void shouldLeaveOutAbortedGroups() {
    try (Archiver archiver = open(1, 1)) {
      append(archiver, 1);
      archiver.aborted();
      write(archiver, 2);
      append(archiver, 3);
      archiver.aborted();
    }
    assertThat(contents()).containsExactly(2);
  }

  @Test
  void shouldLeaveAGapAfterAGroupOfUnknownOutcome() {
    try (Archiver archiver = open(1, 1)) {
      write(archiver, 1);
      append(archiver, 2);
      archiver.uncertain();
      assertThat(archiver.isWriting()).isFalse();
      archiver.tick();
      write(archiver, 3);
      assertThat(archiver.status().failed().count()).isEqualTo(1);
    }
    assertThatThrownBy(this::contents)
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("groups 3 to 3 are missing");
  }

  @Test
  void shouldLeaveAGapAfterAFailureAndContinue() {
    try (Archiver archiver = open(1, 1)) {
      write(archiver, 1);
      archiver.fail("append", new IOException("no space"));
      write(archiver, 2);
      write(archiver, 3);
      archiver.tick();
      write(archiver, 4);
      ArchiveStatus status = archiver.status();
      assertThat(status.isWriting()).isTrue();
      assertThat(status.lastNumber()).isEqualTo(4);
      assertThat(status.groupCount()).isEqualTo(2);
    }
    assertThatThrownBy(this::contents)
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("groups 2 to 3 are missing");
  }

  @Test
  void shouldReportTheAgeOfWhatIsNotSynced() {
    try (Archiver archiver = open(1, 1)) {
      nanos.set(100);
      write(archiver, 1);
      nanos.set(150);
      assertThat(archiver.status().unsyncedNanos()).isEqualTo(50);
      assertThat(archiver.status().syncedNumber()).isZero();
      archiver.tick();
      assertThat(archiver.status().unsyncedNanos()).isZero();
      assertThat(archiver.status().syncedNumber()).isEqualTo(1);
    }
  }

  @Test
  void shouldBeginASegmentWhenTheLastOneIsOld() {
    try (Archiver archiver = open(1, 1)) {
      nanos.addAndGet(Duration.ofMinutes(6).toNanos());
      archiver.tick(); // it is empty
      assertThat(archiver.status().completed().count()).isZero();
      write(archiver, 1);
      archiver.tick();
      assertThat(archiver.status().completed().count()).isEqualTo(1);
      assertThat(archive.segments()).hasSize(2);
    }
    assertThat(archive.segments()).hasSize(1); // the last one was empty
    assertThat(contents()).containsExactly(1);
  }

  private Archiver openWithRetention(int incarnation, long nextNumber) {
    return new Archiver(
        archive,
        ArchiveConfig.to(archive.path()).withRetention(Duration.ofHours(1)),
        ArchiveFixture.ID,
        new Archiver.Clocks(nanos::get, nanos::get),
        incarnation,
        nextNumber);
  }

  /** Writes a group to a segment of its own, which is completed a number of minutes later. */
  private void writeSegment(Archiver archiver, int content, int minutes) {
    write(archiver, content);
    nanos.addAndGet(Duration.ofMinutes(minutes).toNanos());
    archiver.tick();
  }

  private List<Long> firsts() {
    return archive.segments().stream().map(segment -> segment.header().first()).toList();
  }

  @Test
  void shouldDeleteWholeSegmentsThatAreOlderThanTheRetention() throws IOException {
    try (Archiver archiver = openWithRetention(1, 1)) {
      Path first = Files.createFile(archiver.nextTable(0));
      writeSegment(archiver, 1, 20); // until minute 20
      writeSegment(archiver, 2, 20);
      Path third = Files.createFile(archiver.nextTable(0));
      writeSegment(archiver, 3, 39); // until minute 79
      assertThat(firsts()).containsExactly(1L, 2L, 3L, 4L);
      assertThat(first).exists();
      nanos.addAndGet(Duration.ofSeconds(59).toNanos());
      archiver.tick();
      assertThat(firsts()).containsExactly(1L, 2L, 3L, 4L);
      nanos.addAndGet(Duration.ofSeconds(1).toNanos());
      archiver.tick();
      assertThat(firsts()).containsExactly(2L, 3L, 4L);
      assertThat(first).doesNotExist();
      assertThat(third).exists();
      write(archiver, 4);
    }
    assertThatThrownBy(this::contents).hasMessageContaining("groups 1 to 1 are missing");
    List<Integer> rest = new ArrayList<>();
    new ArchiveLog(archive, 2).read(group -> rest.add((int) group.payload()[0]));
    assertThat(rest).containsExactly(2, 3, 4);
    try (Archiver archiver = openWithRetention(2, 5)) {
      nanos.addAndGet(Duration.ofDays(2).toNanos());
      archiver.tick();
      assertThat(firsts()).as("the last one remains").containsExactly(5L);
    }
  }

  @Test
  void shouldKeepYoungGroupsThatReplaceOldOnesWithGreaterNumbers() {
    try (Archiver archiver = openWithRetention(1, 1)) {
      for (int group = 1; group <= 5; group++) {
        writeSegment(archiver, group, 6);
      }
    }
    nanos.addAndGet(Duration.ofMinutes(50).toNanos());
    try (Archiver archiver = openWithRetention(2, 3)) { // the store has lost groups 3 to 5
      for (int group = 3; group <= 5; group++) {
        writeSegment(archiver, 10 * group, 6);
      }
      assertThat(firsts()).containsExactly(3L, 4L, 5L, 6L);
    }
    List<Integer> rest = new ArrayList<>();
    new ArchiveLog(archive, 3).read(group -> rest.add((int) group.payload()[0]));
    assertThat(rest).containsExactly(30, 40, 50);
  }

  @Test
  void shouldDeleteNothingWithoutARetention() {
    try (Archiver archiver = open(1, 1)) {
      writeSegment(archiver, 1, 6);
      writeSegment(archiver, 2, 600_000);
      assertThat(firsts()).containsExactly(1L, 2L, 3L);
    }
  }

  @Test
  void shouldReadASegmentThatIsCutAnywhere() throws IOException {
    try (Archiver archiver = open(1, 1)) {
      write(archiver, 1);
      write(archiver, 2);
      write(archiver, 3);
    }
    Path segment = archive.segments().getFirst().path();
    byte[] content = Files.readAllBytes(segment);
    int record = SegmentLayout.RECORD_HEADER_BYTES + 1;
    for (int length = 0; length < content.length; length++) {
      Files.write(segment, Arrays.copyOf(content, length));
      int whole = Math.max(0, length - SegmentLayout.HEADER_BYTES) / record;
      assertThat(contents()).as("length=%d", length).hasSize(Math.min(3, whole));
    }
  }

  @Test
  void shouldRefuseASecondWriter() throws IOException {
    try (var _ = archive.lock()) {
      assertThatThrownBy(archive::lock)
          .isInstanceOf(ColonnadeException.class)
          .hasMessageContaining("another server writes to this archive");
    }
  }

  @Test
  void shouldKeepTheLayoutOfSegments() {
    SegmentHeader header = new SegmentHeader(ArchiveFixture.ID, 3, 4, 5, 6);
    assertThat(HexFormat.of().formatHex(header.encode()))
        .startsWith(
            "434c4e4441524348"
                + "01000000"
                + "03000000"
                + "0100000000000000"
                + "0200000000000000"
                + "0400000000000000"
                + "0500000000000000"
                + "0600000000000000");
    assertThat(SegmentHeader.decode(header.encode())).isEqualTo(header);
    ArchiveRecord record =
        new ArchiveRecord(ArchiveRecord.Kind.ABORT, 0x0102, 0x0304, new byte[] {7});
    assertThat(HexFormat.of().formatHex(record.header(), 0, 4)).isEqualTo("01000000");
    assertThat(HexFormat.of().formatHex(record.header(), 8, 25))
        .isEqualTo("03" + "0201000000000000" + "0403000000000000");
    assertThat(ArchiveRecord.of(record.header(), new byte[] {7})).isNotNull();
    assertThat(ArchiveRecord.of(record.header(), new byte[] {8})).isNull();
  }
}
