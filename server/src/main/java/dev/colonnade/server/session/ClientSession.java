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

/** One client's requests, each given to who knows what it means. */
public final class ClientSession implements RequestHandler {
  /** The database of clients that name none. */
  public static final String DATABASE = "colonnade";

  private final WorkPools pools;
  private final Session session;
  private final TableRequests tables;
  private final WriteRequests writes;
  private final GetRequests gets;
  private final RangeRequests ranges;
  private final SequenceRequests sequences;
  private final SessionSettings settings;
  private final SqlRequests sql;
  private final SessionSeams seams;

  private ClientSession(SessionSeams seams, Session session) {
    this.seams = requireNonNull(seams, "seams is null");
    this.session = requireNonNull(session, "session is null");
    this.pools = seams.pools();
    this.tables = new TableRequests(session);
    this.writes = new WriteRequests(session, seams.observer());
    this.gets = new GetRequests(session, seams);
    this.sql = new SqlRequests(session.sql(), seams.pools().sessions());
    this.ranges = new RangeRequests(session, seams);
    this.sequences = new SequenceRequests(session, seams.database().sequences());
    this.settings = new SessionSettings(session, seams.database().config().sequence());
  }

  /** A session for who said hello; UNKNOWN_DATABASE if there is no such database. */
  public static ClientSession open(SessionSeams seams, Hello.Identity identity) {
    String database = identity.database().isEmpty() ? DATABASE : identity.database();
    return new ClientSession(seams, seams.database().session(identity.user(), database));
  }

  @Override
  public void handle(Request request, Exchange exchange) {
    sql.asked();
    switch (request) {
      case Ping _ -> exchange.answer(new Pong());
      case TableRequest.ListAll _ -> exchange.answer(tables.list());
      case TableRequest.Describe describe -> exchange.answer(tables.describe(describe));
      case TableRequest.Create create -> define(exchange, () -> exchange.answer(tables.create(create)));
      case TableRequest.Alter alter -> define(exchange, () -> exchange.answer(tables.alter(alter)));
      case TableRequest.Drop drop -> define(exchange, () -> exchange.answer(tables.drop(drop)));
      case RangeRequest.SplitAt split -> define(exchange, () -> exchange.answer(ranges.split(split)));
      case Write write -> write(write, exchange);
      case Get get -> get(get, exchange);
      case Scan scan -> ScanRun.start(scan, exchange, session, seams);
      case RangeRequest.ListAll list -> pools.reads().submit(exchange, () -> exchange.answer(ranges.list(list)));
      case ServerRequest.Status _ -> pools.reads().submit(exchange, () -> exchange.answer(ranges.status()));
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

  /** What is defined may be seen by others at once: it cannot be given up half-way. */
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
    try {
      pools.writes().submit(exchange, () -> writes.write(write, exchange));
    } catch (RuntimeException e) {
      write.release();
      throw e;
    }
  }

  private void get(Get get, Exchange exchange) {
    try {
      if (gets.answerFromMemory(get, exchange)) {
        get.release();
      } else {
        pools.reads().submit(exchange, () -> gets.answer(get, exchange));
      }
    } catch (RuntimeException e) {
      get.release();
      throw e;
    }
  }

  @Override
  public void closed() {
    sql.close(session::close);
  }
}
