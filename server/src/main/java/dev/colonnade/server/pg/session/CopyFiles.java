package dev.colonnade.server.pg.session;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files of the server that COPY reads and writes; its errors have PostgreSQL's texts. */
final class CopyFiles {
  private static final String READ_HINT =
      "COPY FROM instructs the PostgreSQL server process to read a file. You may want a"
          + " client-side facility such as psql's \\copy.";
  private static final String WRITE_HINT =
      "COPY TO instructs the PostgreSQL server process to write a file. You may want a"
          + " client-side facility such as psql's \\copy.";

  private CopyFiles() {}

  /** Opens a file to be read. */
  static FileChannel openToRead(String name) {
    Path file = Path.of(name);
    if (Files.isDirectory(file)) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is a directory".formatted(name));
    }
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (IOException e) {
      throw failed("could not open file \"%s\" for reading".formatted(name), e, READ_HINT);
    }
  }

  /** Opens a file to be written: it is created, or loses its content. */
  static FileChannel openToWrite(String name) {
    Path file = Path.of(name);
    String message = "could not open file \"%s\" for writing".formatted(name);
    if (Files.isDirectory(file)) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE,
          message + ": Is a directory",
          ErrorFields.NONE.withHint(WRITE_HINT));
    }
    try {
      return FileChannel.open(
          file,
          StandardOpenOption.WRITE,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING);
    } catch (IOException e) {
      throw failed(message, e, WRITE_HINT);
    }
  }

  /** Returns the error of a file that can be opened, and not be read. */
  static ColonnadeException unreadable(IOException e) {
    return failed("could not read from COPY file", e, "");
  }

  /** Returns the error of a file that can be opened, and not be written. */
  static ColonnadeException unwritable(IOException e) {
    return failed("could not write to COPY file", e, "");
  }

  private static ColonnadeException failed(String message, IOException e, String hint) {
    String reason = String.valueOf(e.getMessage());
    ErrorFields fields = hint.isEmpty() ? ErrorFields.NONE : ErrorFields.NONE.withHint(hint);
    return switch (e) {
      case NoSuchFileException _ ->
          new ColonnadeException(
              ErrorCode.UNKNOWN_FILE, message + ": No such file or directory", fields);
      case AccessDeniedException _ ->
          new ColonnadeException(
              ErrorCode.INSUFFICIENT_PRIVILEGE, message + ": Permission denied", fields);
      case IOException _ when reason.contains("No space left") ->
          new ColonnadeException(ErrorCode.DISK_FULL, message + ": " + reason, fields);
      default -> new ColonnadeException(ErrorCode.FILE_IO, message + ": " + reason, fields);
    };
  }
}
