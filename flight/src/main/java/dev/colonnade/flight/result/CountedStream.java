package dev.colonnade.flight.result;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.flight.FlightObserver;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.jspecify.annotations.Nullable;

/** Stream to a client that reports the rows that are sent. */
public final class CountedStream implements ServerStreamListener {
  private final ServerStreamListener stream;
  private final FlightObserver observer;
  private @Nullable VectorSchemaRoot root;

  public CountedStream(ServerStreamListener stream, FlightObserver observer) {
    this.stream = requireNonNull(stream, "stream is null");
    this.observer = requireNonNull(observer, "observer is null");
  }

  @Override
  public boolean isCancelled() {
    return stream.isCancelled();
  }

  @Override
  public void setOnCancelHandler(Runnable handler) {
    stream.setOnCancelHandler(handler);
  }

  @Override
  public boolean isReady() {
    return stream.isReady();
  }

  @Override
  public void setOnReadyHandler(Runnable handler) {
    stream.setOnReadyHandler(handler);
  }

  @Override
  public void setUseZeroCopy(boolean enabled) {
    stream.setUseZeroCopy(enabled);
  }

  @Override
  public void start(VectorSchemaRoot rows) {
    root = rows;
    stream.start(rows);
  }

  @Override
  public void start(VectorSchemaRoot rows, DictionaryProvider dictionaries) {
    root = rows;
    stream.start(rows, dictionaries);
  }

  @Override
  public void start(VectorSchemaRoot rows, DictionaryProvider dictionaries, IpcOption option) {
    root = rows;
    stream.start(rows, dictionaries, option);
  }

  @Override
  public void putNext() {
    count();
    stream.putNext();
  }

  @Override
  public void putNext(ArrowBuf metadata) {
    count();
    stream.putNext(metadata);
  }

  private void count() {
    VectorSchemaRoot rows = root;
    if (rows != null) {
      observer.rowsSent(rows.getRowCount());
    }
  }

  @Override
  public void putMetadata(ArrowBuf metadata) {
    stream.putMetadata(metadata);
  }

  @Override
  public void error(Throwable failure) {
    stream.error(failure);
  }

  @Override
  public void completed() {
    stream.completed();
  }
}
