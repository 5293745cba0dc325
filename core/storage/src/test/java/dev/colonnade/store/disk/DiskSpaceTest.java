package dev.colonnade.store.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Space of a disk of 1,000,000 bytes with a reserve of 1,000. */
final class DiskSpaceTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path folder;

  private final Disk disk = new Disk();
  private long nanos;

  @Test
  void shouldAllocateTheReserveWhenThereIsSpace() throws IOException {
    DiskSpace space = open(DiskConfig.of(1_000), Runnable::run);
    assertThat(space.isLow()).isFalse();
    assertThat(folder.resolve("RESERVE")).hasSize(1_000);
    space.requireForRows();
    space.requireForLargeCommit();
    assertThat(space.status()).isEqualTo(new DiskStatus(false, 50_000, 1_000, 1_000));
  }

  @Test
  void shouldReleaseTheReserveWhenLessIsFree() {
    DiskSpace space = open(DiskConfig.of(1_000), Runnable::run);
    disk.usable = 999;
    assertThat(space.isLow()).as("not examined again in 20 ms").isFalse();
    nanos += SECOND;
    assertThat(space.isLow()).isTrue();
    assertThat(folder.resolve("RESERVE")).doesNotExist();
    assertRefused(space::requireForRows, "freeBytes=999 requiredBytes=2250");
    assertRefused(space::requireForLargeCommit, "delete fewer rows at a time");
  }

  @Test
  void shouldRefillTheReserveBeforeRowsAreAdmitted() {
    disk.usable = 10;
    DiskSpace space = open(DiskConfig.of(1_000), Runnable::run);
    assertThat(space.isLow()).isTrue();
    disk.usable = 2_249;
    nanos += SECOND;
    assertThat(space.isLow()).as("too little for the reserve and as much again").isTrue();
    disk.usable = 2_250;
    nanos += SECOND;
    assertThat(space.isLow()).isFalse();
    assertThat(folder.resolve("RESERVE")).hasSize(1_000);
  }

  @Test
  void shouldReleaseTheReserveWhenAWriteFails() {
    DiskSpace space = open(DiskConfig.of(1_000), Runnable::run);
    space.exhausted(); // a quota, which the file system does not report
    assertThat(space.isLow()).isTrue();
    assertThat(folder.resolve("RESERVE")).doesNotExist();
  }

  @Test
  void shouldStayLowIfTheReserveCannotBeWritten() throws IOException {
    disk.usable = 10;
    DiskSpace space = open(DiskConfig.of(1_000), Runnable::run);
    Files.createSymbolicLink(folder.resolve("RESERVE"), folder.resolve("missing/file"));
    disk.usable = 50_000;
    nanos += SECOND;
    assertThat(space.isLow()).isTrue();
    assertThat(Files.isSymbolicLink(folder.resolve("RESERVE"))).as("deleted").isFalse();
    nanos += SECOND;
    assertThat(space.isLow()).as("tried again after five seconds only").isTrue();
    nanos += 5 * SECOND;
    assertThat(space.isLow()).isFalse();
  }

  @Test
  void shouldReleaseAReserveOfAnEarlierProcessAtTheStart() throws IOException {
    Files.write(folder.resolve("RESERVE"), new byte[1_000]);
    disk.usable = 10;
    assertThat(open(DiskConfig.of(1_000), Runnable::run).isLow()).isTrue();
    assertThat(folder.resolve("RESERVE")).doesNotExist();
  }

  @Test
  void shouldWriteTheReserveOnceInTheBackground() {
    int[] tasks = new int[1];
    DiskSpace space = open(DiskConfig.of(1_000), task -> tasks[0]++);
    nanos += SECOND;
    assertThat(space.isLow()).isFalse();
    assertThat(tasks[0]).isEqualTo(1);
  }

  @Test
  void shouldHaveNoReserveIfItIsOff() {
    DiskSpace space = open(DiskConfig.OFF, Runnable::run);
    disk.usable = 0;
    nanos += SECOND;
    space.exhausted();
    assertThat(space.isLow()).isFalse();
    space.requireForRows();
    assertThat(folder.resolve("RESERVE")).doesNotExist();
  }

  @Test
  void shouldLimitAnAutomaticReserveByTheDisk() {
    assertThat(DiskConfig.automatic(64L << 20).reserveBytesOn(1L << 40)).isEqualTo(128L << 20);
    assertThat(DiskConfig.automatic(4L << 30).reserveBytesOn(1L << 40)).isEqualTo(256L << 20);
    assertThat(DiskConfig.automatic(64L << 20).reserveBytesOn(64L << 20)).isEqualTo(2L << 20);
    assertThat(DiskConfig.of(1_000).reserveBytesOn(1L << 40)).isEqualTo(1_000);
  }

  private DiskSpace open(DiskConfig config, Executor background) {
    return new DiskSpace(folder, disk, config, () -> nanos, background);
  }

  private static void assertRefused(Runnable write, String message) {
    assertThatThrownBy(write::run)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL))
        .hasMessageContaining(message);
  }

  /** Disk whose free space a test sets. */
  private static final class Disk implements FileSpace {
    private long usable = 50_000;

    @Override
    public long totalBytes() {
      return 1_000_000;
    }

    @Override
    public long usableBytes() {
      return usable;
    }
  }
}
