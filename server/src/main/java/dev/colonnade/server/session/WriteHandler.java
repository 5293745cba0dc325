package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.engine.write.WriteResult;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.server.net.Exchange;
import dev.colonnade.server.net.observer.RequestObserver;
import dev.colonnade.server.translate.MutationDecoder;
import dev.colonnade.store.Durability;
import java.util.concurrent.CompletableFuture;

/** Handler of writes. */
final class WriteHandler {
  private final Session session;
  private final RequestObserver observer;

  WriteHandler(Session session, RequestObserver observer) {
    this.session = requireNonNull(session, "session is null");
    this.observer = requireNonNull(observer, "observer is null");
  }

  /** Encodes and commits rows, and responds after the commit. Releases the request. */
  public void write(Write write, Exchange exchange) {
    long bytes = write.mutations().readableBytes();
    RowBatch batch;
    try {
      if (!exchange.isOpen()) {
        return;
      }
      Table table = session.catalog().table(write.table().tableId());
      batch = session.newBatch(table);
      session.rights().require(table, MutationDecoder.add(write, batch));
    } finally {
      write.release();
    }
    if (!exchange.markIrrevocable()) {
      return; // canceled; after this point the write cannot be canceled
    }
    CompletableFuture<WriteResult> _ =
        commit(batch, write)
            .whenComplete(
                (result, failure) -> {
                  if (failure != null) {
                    exchange.fail(failure);
                    return;
                  }
                  observer.written(rows(result), bytes);
                  exchange.answer(
                      new WriteOk(
                          result.timestamp(),
                          result.insertedCount(),
                          result.updatedCount(),
                          result.deletedCount()));
                });
  }

  private CompletableFuture<WriteResult> commit(RowBatch batch, Write write) {
    return switch (write.durability()) {
      case SERVER_DEFAULT -> session.write(batch);
      case SYNC -> session.write(batch, Durability.SYNC);
      case RELAXED -> session.write(batch, Durability.RELAXED);
    };
  }

  private static long rows(WriteResult result) {
    return result.insertedCount() + result.updatedCount() + result.deletedCount();
  }
}
