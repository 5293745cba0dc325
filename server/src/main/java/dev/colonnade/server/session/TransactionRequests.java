package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.engine.write.TransactionBatch;
import dev.colonnade.engine.write.WriteResult;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.protocol.request.Get;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.protocol.scan.WireScanTarget;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.server.net.Exchange;
import dev.colonnade.server.session.row.CommittedReads;
import dev.colonnade.server.session.row.RowLocker;
import dev.colonnade.server.session.row.RowReads;
import dev.colonnade.server.session.row.TransactionReads;
import dev.colonnade.server.translate.MutationDecoder;
import dev.colonnade.server.translate.ScanTranslator;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.access.StatementTransaction;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * Handler of requests for rows in the transaction block of a session: each is a statement of the
 * block. Its methods run one at a time, after the requests before.
 */
final class TransactionRequests {
  private final Session session;
  private final SessionDependencies dependencies;
  private final GetHandler gets;

  TransactionRequests(Session session, SessionDependencies dependencies, GetHandler gets) {
    this.session = requireNonNull(session, "session is null");
    this.dependencies = requireNonNull(dependencies, "dependencies is null");
    this.gets = requireNonNull(gets, "gets is null");
  }

  /** Writes rows, which become visible with the commit. Releases the request. */
  void write(Write write, Exchange exchange) {
    Cancellation cancellation = Cancellation.withoutDeadline();
    long bytes = write.mutations().readableBytes();
    try {
      if (!exchange.markIrrevocable(reason -> cancellation.cancel())) {
        return;
      }
      WriteResult result =
          session
              .sql()
              .changeRows("write rows", cancellation, statement -> apply(write, statement));
      dependencies
          .observer()
          .written(result.insertedCount() + result.updatedCount() + result.deletedCount(), bytes);
      exchange.answer(
          new WriteOk(
              result.timestamp(),
              result.insertedCount(),
              result.updatedCount(),
              result.deletedCount()));
    } catch (RuntimeException | Error e) {
      exchange.fail(e);
    } finally {
      write.release();
    }
  }

  /** Applies the mutations of a write, which keeps its buffer: the statement may run again. */
  private WriteResult apply(Write write, StatementTransaction statement) {
    Table table = statement.catalog().table(write.table().tableId());
    RowBatch batch = session.newBatch(table);
    int start = write.mutations().readerIndex();
    try {
      session.rights().require(table, MutationDecoder.add(write, batch));
    } finally {
      write.mutations().readerIndex(start);
    }
    return TransactionBatch.apply(batch, statement);
  }

  /** Responds to a get. Releases the request. */
  void get(Get get, Exchange exchange) {
    Cancellation cancellation = Cancellation.withoutDeadline();
    boolean isPassed = false;
    try {
      if (!exchange.markIrrevocable(reason -> cancellation.cancel())) {
        return;
      }
      try (RowReads reads = reads(get, cancellation)) {
        isPassed = true;
        answer(get, exchange, reads);
      }
    } catch (RuntimeException | Error e) {
      exchange.fail(e);
    } finally {
      if (!isPassed) {
        get.release();
      }
    }
  }

  private void answer(Get get, Exchange exchange, RowReads reads) {
    try {
      gets.answer(get, exchange, reads);
    } catch (RuntimeException | Error e) {
      reads.fail();
      throw e;
    }
  }

  private RowReads reads(Get get, Cancellation cancellation) {
    ReadMode mode = get.selection().read();
    if (mode.lockStrength() == WireLockStrength.NONE) {
      return TransactionReads.all(session.sql(), cancellation);
    }
    Set<Key> locked =
        session
            .sql()
            .changeRows(
                "lock rows",
                cancellation,
                statement -> {
                  Table table = lockable(statement, get.table().tableId());
                  return new RowLocker(statement, table, mode).lock(GetHandler.keys(get, table));
                });
    return TransactionReads.ofLocked(session.sql(), cancellation, locked);
  }

  /**
   * Returns the first turn of a scan. Called on the event loop.
   *
   * @param turns runs the other turns, between the requests that follow
   */
  Runnable scan(Scan scan, Exchange exchange, Executor turns) {
    return ScanExecution.firstTurn(
        scan,
        exchange,
        new ScanExecution.Environment(
            session, dependencies, cancellation -> reads(scan, cancellation), turns, turns));
  }

  private RowReads reads(Scan scan, Cancellation cancellation) {
    if (session.sql().transactionStatus() == TransactionStatus.IDLE) {
      return new CommittedReads(session); // the transaction has ended before the first turn
    }
    ReadMode mode = scan.read();
    if (mode.lockStrength() == WireLockStrength.NONE) {
      return TransactionReads.all(session.sql(), cancellation);
    }
    if (scan.target().indexId() != WireScanTarget.PRIMARY_INDEX_ID) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "rows are locked by scans of the primary index only: indexId=" + scan.target().indexId());
    }
    Set<Key> locked =
        session
            .sql()
            .changeRows(
                "lock rows",
                cancellation,
                statement -> {
                  Table table = lockable(statement, scan.target().tableId());
                  ScanRequest request =
                      ScanTranslator.of(scan, table, statement.readTimestamp(), PageLimits.DEFAULT)
                          .request();
                  return new RowLocker(statement, table, mode).lock(request, cancellation);
                });
    return TransactionReads.ofLocked(session.sql(), cancellation, locked);
  }

  private Table lockable(StatementTransaction statement, int tableId) {
    Table table = statement.catalog().table(tableId);
    session.rights().require(table, Privilege.mask(Privilege.SELECT, Privilege.UPDATE));
    return table;
  }
}
