package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import java.nio.file.AccessDeniedException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Exit status of the program. Numbers are stable. */
public enum ExitStatus {
  OK(0, "The server shut down cleanly on request."),
  FAILURE(1, "An unexpected failure; --verbose shows where."),
  USAGE(2, "The command line is wrong."),
  INVALID_CONFIGURATION(10, "The configuration is wrong."),
  STORE_IN_USE(11, "The store is in use by another process."),
  STORE_TOO_NEW(12, "The store was written by a newer version."),
  STORE_DAMAGED(13, "The store is damaged."),
  PORT_UNAVAILABLE(14, "A port is in use, or the address is not this machine's."),
  PERMISSION_DENIED(15, "A permission is missing, for the store or for a port."),
  DISK_FULL(16, "The disk is full."),
  STORE_UNUSABLE(17, "The store cannot be read or written.");

  /** Operating systems' message, which is the same in every locale. */
  private static final String DENIED = "Permission denied";

  private final int number;
  private final String description;

  ExitStatus(int number, String description) {
    this.number = number;
    this.description = requireNonNull(description, "description is null");
  }

  public int number() {
    return number;
  }

  /** Returns the status of a program that ends because of this failure. */
  static ExitStatus of(Throwable failure) {
    if (!(failure instanceof ColonnadeException ours)) {
      return FAILURE;
    }
    return switch (ours.code()) {
      case INVALID_CONFIGURATION -> INVALID_CONFIGURATION;
      case STORE_LOCKED -> STORE_IN_USE;
      case STORE_FORMAT_TOO_NEW -> STORE_TOO_NEW;
      case STORE_CORRUPT -> STORE_DAMAGED;
      case PORT_UNAVAILABLE -> isDenied(ours) ? PERMISSION_DENIED : PORT_UNAVAILABLE;
      case DISK_FULL -> DISK_FULL;
      case STORE_IO -> isDenied(ours) ? PERMISSION_DENIED : STORE_UNUSABLE;
      default -> FAILURE;
    };
  }

  private static boolean isDenied(Throwable failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      if (cause instanceof AccessDeniedException || (message != null && message.contains(DENIED))) {
        return true;
      }
    }
    return false;
  }

  /** Returns the descriptions of all statuses for the help text, by number. */
  static Map<String, String> help() {
    Map<String, String> lines = new LinkedHashMap<>();
    for (ExitStatus status : values()) {
      lines.put(String.valueOf(status.number), status.description);
    }
    return lines;
  }
}
