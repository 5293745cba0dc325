package dev.colonnade.flight.ingest;

import dev.colonnade.server.flight.ArrowRowsProvider;
import dev.colonnade.server.sql.file.FileRows;
import dev.colonnade.sql.copy.CopyDescription;
import java.nio.channels.SeekableByteChannel;

/**
 * Provider of readers of Arrow files, which the server finds by {@link java.util.ServiceLoader}.
 */
public final class ArrowFileRowsProvider implements ArrowRowsProvider {
  /** Called by {@link java.util.ServiceLoader}. */
  public ArrowFileRowsProvider() {}

  @Override
  public FileRows open(CopyDescription terms, SeekableByteChannel file) {
    return new ArrowFileRows(terms, file);
  }
}
