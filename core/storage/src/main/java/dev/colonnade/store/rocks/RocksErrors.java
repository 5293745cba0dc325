package dev.colonnade.store.rocks;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Tells in our words what RocksDB says is wrong. */
final class RocksErrors {
  private RocksErrors() {}

  /** The exception for a failed {@code operation}, as in {@code "write"}. */
  static ColonnadeException translate(String operation, RocksDBException cause) {
    return translate(operation, code(cause), cause);
  }

  /** The same, where the code is known already. */
  static ColonnadeException translate(String operation, ErrorCode code, RocksDBException cause) {
    return new ColonnadeException(
        code, "store failed operation=" + operation + " reason=" + cause.getMessage(), cause);
  }

  /** Whether the answer would have needed the disk, where reading it was not allowed. */
  static boolean isIncomplete(RocksDBException cause) {
    return statusCode(cause) == Status.Code.Incomplete;
  }

  /** Whether this only says that an earlier write failed, and not why. */
  static boolean isAftermath(RocksDBException cause) {
    return mentions(cause, "Writer has previous error");
  }

  /**
   * The code of a write that failed. A disk that was full only when the log was flushed may keep
   * the record all the same.
   */
  static ErrorCode writeCode(RocksDBException cause) {
    ErrorCode code = code(cause);
    return code == ErrorCode.DISK_FULL && isLogFlush(cause) ? ErrorCode.COMMIT_UNKNOWN : code;
  }

  /**
   * Whether a write failed only when the log was to be flushed, or after that: its record may be
   * whole on the disk.
   */
  static boolean isLogFlush(RocksDBException cause) {
    return mentions(cause, "While fdatasync")
        || mentions(cause, "While fsync")
        || mentions(cause, "While sync_file_range")
        || mentions(cause, "While sync file range")
        || mentions(cause, "While fcntl(F_FULLFSYNC)");
  }

  /** Whether somebody else holds the lock on the folder. */
  static boolean isLocked(RocksDBException cause) {
    return mentions(cause, "While lock file") || mentions(cause, "lock hold by current process");
  }

  private static ErrorCode code(RocksDBException cause) {
    if (isLocked(cause)) {
      return ErrorCode.STORE_LOCKED;
    }
    if (subCode(cause) == Status.SubCode.NoSpace || mentions(cause, "No space left on device")) {
      return ErrorCode.DISK_FULL;
    }
    if (statusCode(cause) == Status.Code.Corruption || mentions(cause, "Corruption")) {
      return ErrorCode.STORE_CORRUPT;
    }
    return ErrorCode.STORE_IO;
  }

  private static Status.@Nullable Code statusCode(RocksDBException cause) {
    Status status = cause.getStatus();
    return status == null ? null : status.getCode();
  }

  private static Status.@Nullable SubCode subCode(RocksDBException cause) {
    Status status = cause.getStatus();
    return status == null ? null : status.getSubCode();
  }

  private static boolean mentions(RocksDBException cause, String words) {
    String message = cause.getMessage();
    return message != null && message.contains(words);
  }
}
