package dev.colonnade.store.rocks;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Translation of RocksDB errors to error codes. */
final class RocksErrors {
  private RocksErrors() {}

  /** Returns the exception for a failed {@code operation}, as in {@code "write"}. */
  static ColonnadeException translate(String operation, RocksDBException cause) {
    return translate(operation, code(cause), cause);
  }

  /** Returns the exception for a failed {@code operation} with a known code. */
  static ColonnadeException translate(String operation, ErrorCode code, RocksDBException cause) {
    return new ColonnadeException(
        code, "store failed operation=" + operation + " reason=" + cause.getMessage(), cause);
  }

  /** Returns whether a read from memory only would have required the disk. */
  static boolean isIncomplete(RocksDBException cause) {
    return statusCode(cause) == Status.Code.Incomplete;
  }

  /** Returns whether the error only reports that an earlier write failed, without its reason. */
  static boolean isConsequence(RocksDBException cause) {
    return mentions(cause, "Writer has previous error");
  }

  /**
   * Returns the code of a failed write. If the disk was full only during the sync of the log, the
   * record may be on disk nevertheless.
   */
  static ErrorCode writeCode(RocksDBException cause) {
    ErrorCode code = code(cause);
    return code == ErrorCode.DISK_FULL && isLogSync(cause) ? ErrorCode.COMMIT_UNKNOWN : code;
  }

  /**
   * Returns whether a write failed only during the sync of the log, or after it: its record may be
   * complete on disk.
   */
  static boolean isLogSync(RocksDBException cause) {
    return mentions(cause, "While fdatasync")
        || mentions(cause, "While fsync")
        || mentions(cause, "While sync_file_range")
        || mentions(cause, "While sync file range")
        || mentions(cause, "While fcntl(F_FULLFSYNC)");
  }

  /** Returns whether another process or store holds the lock on the directory. */
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

  private static boolean mentions(RocksDBException cause, String text) {
    String message = cause.getMessage();
    return message != null && message.contains(text);
  }
}
