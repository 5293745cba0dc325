package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Session;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.Credit;
import dev.colonnade.protocol.request.Get;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.RangeRequest;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.request.ServerRequest;
import dev.colonnade.protocol.request.SessionRequest;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.server.net.Exchange;
import dev.colonnade.server.net.RequestHandler;
import dev.colonnade.server.session.pool.RequestPools;
import dev.colonnade.server.session.query.SqlRequestHandler;
import dev.colonnade.trace.CurrentSpan;
import dev.colonnade.trace.Span;
import dev.colonnade.trace.Tracer;
import org.jspecify.annotations.Nullable;

/** Session of one client: dispatches its requests to their handlers. Confined to its event loop. */
public final class RequestDispatcher implements RequestHandler {
  /** Database of clients that name none. */
  public static final String DATABASE = "colonnade";

  private final RequestPools pools;
  private final Session session;
  private final TableRequestHandler tables;
  private final WriteHandler writes;
  private final GetHandler gets;
  private final TransactionRequests transactions;
  private final RangeRequestHandler ranges;
  private final SequenceRequestHandler sequences;
  private final SessionSettingHandler settings;
  private final SqlRequestHandler sql;
  private final SessionDependencies dependencies;

  /** Null if requests are not traced. */
  private final @Nullable Tracer tracer;

  private RequestDispatcher(SessionDependencies dependencies, Session session) {
    this.dependencies = requireNonNull(dependencies, "dependencies is null");
    this.session = requireNonNull(session, "session is null");
    this.pools = dependencies.pools();
    this.tracer = dependencies.database().context().sql().tracer();
    this.tables = new TableRequestHandler(session);
    this.writes = new WriteHandler(session, dependencies.observer());
    this.gets = new GetHandler(session, dependencies);
    this.transactions = new TransactionRequests(session, dependencies, gets);
    this.sql = new SqlRequestHandler(session.sql(), dependencies.pools().sessions());
    this.ranges = new RangeRequestHandler(session, dependencies);
    this.sequences = new SequenceRequestHandler(session, dependencies.database().sequences());
    this.settings = new SessionSettingHandler(session, dependencies.database().config().sequence());
  }

  /** Opens the session of a client; throws UNKNOWN_DATABASE if its database does not exist. */
  public static RequestDispatcher open(SessionDependencies dependencies, Hello.Identity identity) {
    String database = identity.database().isEmpty() ? DATABASE : identity.database();
    return new RequestDispatcher(
        dependencies, dependencies.database().login(identity.user(), database));
  }

  @Override
  public void handle(Request request, Exchange exchange) {
    sql.requestReceived();
    switch (request) {
      case Ping _ -> exchange.answer(new Pong());
      case TableRequest.ListAll _ -> exchange.answer(tables.list());
      case TableRequest.Describe describe -> exchange.answer(tables.describe(describe));
      case TableRequest.Create create ->
          define(exchange, () -> exchange.answer(tables.create(create)));
      case TableRequest.Alter alter -> define(exchange, () -> exchange.answer(tables.alter(alter)));
      case TableRequest.Drop drop -> define(exchange, () -> exchange.answer(tables.drop(drop)));
      case RangeRequest.SplitAt split ->
          define(exchange, () -> exchange.answer(ranges.split(split)));
      case Write write -> write(write, exchange);
      case Get get -> get(get, exchange);
      case Scan scan -> scan(scan, exchange);
      case RangeRequest.ListAll list ->
          pools.reads().submit(exchange, () -> exchange.answer(ranges.list(list)));
      case ServerRequest.Status _ ->
          pools.reads().submit(exchange, () -> exchange.answer(ranges.status()));
      case ServerRequest.SetSetting set -> define(exchange, () -> exchange.answer(ranges.set(set)));
      case SqlRequest statement -> sql.handle(statement, exchange);
      case SequenceRequest sequence -> handle(sequence, exchange);
      case SessionRequest.SetSetting set -> exchange.answer(settings.set(set));
      case SessionRequest.Discard discard -> exchange.answer(settings.discard(discard));
      case Hello _, Authenticate _, Credit _, Cancel _ ->
          throw new IllegalArgumentException("not a request of a session: type=" + request.type());
    }
  }

  private void handle(SequenceRequest request, Exchange exchange) {
    switch (request) {
      case SequenceRequest.NextValue next -> sequences.next(next, exchange);
      case SequenceRequest.ReserveValues reserve -> sequences.reserve(reserve, exchange);
      case SequenceRequest.CurrentValue current -> exchange.answer(sequences.current(current));
      case SequenceRequest.LastValue _ -> exchange.answer(sequences.last());
      case SequenceRequest.Describe describe -> exchange.answer(sequences.describe(describe));
      case SequenceRequest.ListAll _ -> exchange.answer(sequences.names());
      case SequenceRequest.Create create ->
          define(exchange, () -> exchange.answer(sequences.create(create)));
      case SequenceRequest.Alter alter ->
          define(exchange, () -> exchange.answer(sequences.alter(alter)));
      case SequenceRequest.Rename rename ->
          define(exchange, () -> exchange.answer(sequences.rename(rename)));
      case SequenceRequest.Drop drop ->
          define(exchange, () -> exchange.answer(sequences.drop(drop)));
      case SequenceRequest.SetValue set ->
          define(exchange, () -> exchange.answer(sequences.set(set)));
    }
  }

  /** Executes DDL, which is visible to other sessions at once and therefore not cancelable. */
  private void define(Exchange exchange, Runnable work) {
    pools
        .definitions()
        .submit(
            exchange,
            () -> {
              if (exchange.markIrrevocable()) {
                work.run();
              }
            });
  }

  private void write(Write write, Exchange exchange) {
    Span span = startSpan(exchange, write.table().tableId());
    Runnable committed = () -> CurrentSpan.run(span, () -> writes.write(write, exchange));
    try {
      if (sql.mayBeInTransaction()) {
        sql.submitRows(
            exchange,
            () -> transactions.write(write, exchange),
            () -> answering(exchange, committed));
      } else {
        pools.writes().submit(exchange, committed);
      }
    } catch (RuntimeException e) {
      write.release();
      throw e;
    }
  }

  /** Starts the span of a request for rows, if requests are traced. */
  private @Nullable Span startSpan(Exchange exchange, int tableId) {
    Span span = tracer == null ? null : exchange.startSpan(tracer);
    return span == null
        ? null
        : span.set("db.system.name", "colonnade")
            .set("db.namespace", session.home().name())
            .set("db.operation.name", exchange.type().name())
            .set("colonnade.table.id", tableId)
            .set("colonnade.session.id", session.number());
  }

  private void get(Get get, Exchange exchange) {
    startSpan(exchange, get.table().tableId());
    try {
      if (sql.mayBeInTransaction()) {
        sql.submitRows(
            exchange,
            () -> transactions.get(get, exchange),
            () -> answering(exchange, () -> gets.answer(get, exchange)));
      } else if (gets.tryAnswerFromMemory(get, exchange)) {
        get.release();
      } else {
        pools.reads().submit(exchange, () -> gets.answer(get, exchange));
      }
    } catch (RuntimeException e) {
      get.release();
      throw e;
    }
  }

  private void scan(Scan scan, Exchange exchange) {
    startSpan(exchange, scan.target().tableId());
    if (!sql.mayBeInTransaction()) {
      ScanExecution.start(scan, exchange, session, dependencies);
      return;
    }
    Runnable firstTurn = transactions.scan(scan, exchange, sql.serially());
    sql.submitRows(exchange, firstTurn, firstTurn);
  }

  /** Runs the work of a request; its failure is the response. */
  private static void answering(Exchange exchange, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      exchange.fail(e);
    }
  }

  @Override
  public void closed() {
    sql.close(session::close);
  }
}
