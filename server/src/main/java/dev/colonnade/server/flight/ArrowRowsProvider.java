package dev.colonnade.server.flight;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.server.sql.file.FileRows;
import dev.colonnade.sql.copy.CopyDescription;
import java.nio.channels.SeekableByteChannel;
import java.util.ServiceLoader;

/**
 * Provider of readers of Arrow IPC, found by {@link ServiceLoader}: the libraries of Arrow are
 * those of the optional module of Flight SQL.
 */
public interface ArrowRowsProvider {
  /**
   * Returns a reader of the rows of a COPY FROM.
   *
   * @param file content; the caller closes it
   */
  FileRows open(CopyDescription terms, SeekableByteChannel file);

  /** Returns the provider on the class path; throws UNSUPPORTED if there is none. */
  static ArrowRowsProvider find() {
    return ServiceLoader.load(ArrowRowsProvider.class)
        .findFirst()
        .orElseThrow(
            () ->
                new ColonnadeException(
                    ErrorCode.UNSUPPORTED,
                    "COPY FROM an Arrow file needs the module of Arrow Flight SQL, which is not"
                        + " installed",
                    ErrorFields.NONE.withHint(
                        "Add colonnade-flight and its libraries to the class path.")));
  }
}
