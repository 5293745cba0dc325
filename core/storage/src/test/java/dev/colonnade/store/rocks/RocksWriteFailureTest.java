package dev.colonnade.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Error codes of failed writes: whether the record may be on disk. */
class RocksWriteFailureTest {
  private static RocksDBException fullWhile(String step) {
    String reason = "IO error: No space left on device: While " + step + " file: 000008.log";
    return new RocksDBException(
        reason, new Status(Status.Code.IOError, Status.SubCode.NoSpace, reason));
  }

  @Test
  void shouldReportDiskFullIfAppendingFailed() {
    assertThat(RocksErrors.writeCode(fullWhile("appending to"))).isEqualTo(ErrorCode.DISK_FULL);
  }

  @Test
  void shouldReportCommitUnknownIfSyncingTheLogFailed() {
    assertThat(RocksErrors.writeCode(fullWhile("fdatasync"))).isEqualTo(ErrorCode.COMMIT_UNKNOWN);
    assertThat(RocksErrors.writeCode(fullWhile("fsync"))).isEqualTo(ErrorCode.COMMIT_UNKNOWN);
  }
}
