package dev.colonnade.flight.statement;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.flight.login.LoginInterceptor;
import dev.colonnade.flight.result.CountedStream;
import dev.colonnade.flight.result.StreamGate;
import dev.colonnade.flight.session.ClientStatement;
import dev.colonnade.flight.session.CompletedResult;
import dev.colonnade.flight.session.FlightSession;
import dev.colonnade.flight.session.PendingStatement;
import dev.colonnade.flight.status.FlightErrors;
import dev.colonnade.flight.type.ArrowSchemas;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.flight.FlightObserver;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlUtils;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutPreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutUpdateResult;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Requests about statements. A query is prepared when the client requests information about it, and
 * executed when it requests the stream of the ticket, once.
 */
public final class StatementService {
  /** Separates the handle of a transaction from the name of its savepoint. */
  private static final char HANDLE_SEPARATOR = '/';

  private final StatementExecutor executor;
  private final BufferAllocator allocator;
  private final Executor threads;
  private final FlightObserver observer;

  public StatementService(
      StatementExecutor executor,
      BufferAllocator allocator,
      Executor threads,
      FlightObserver observer) {
    this.executor = requireNonNull(executor, "executor is null");
    this.allocator = requireNonNull(allocator, "allocator is null");
    this.threads = requireNonNull(threads, "threads is null");
    this.observer = requireNonNull(observer, "observer is null");
  }

  /** Announces a statement and returns its schema and ticket. */
  public FlightInfo announce(String text, ByteString transaction, FlightDescriptor descriptor) {
    return announce(text, transaction.toStringUtf8(), List.of(), descriptor);
  }

  private FlightInfo announce(
      String text,
      String transaction,
      List<List<@Nullable Object>> parameters,
      FlightDescriptor descriptor) {
    FlightSession session = LoginInterceptor.current();
    StatementExecutor.Announcement announced =
        executor.announce(session, text, transaction, parameters);
    String handle =
        session.announce(new PendingStatement(text, transaction, announced.completed()));
    CompletedResult completed = announced.completed();
    return info(
        ArrowSchemas.of(announced.columns()),
        TicketStatementQuery.newBuilder()
            .setStatementHandle(ByteString.copyFromUtf8(handle))
            .build(),
        descriptor,
        completed == null ? -1 : Math.max(completed.updateCount(), completed.rows().size()));
  }

  /** Returns the schema of the result of a statement. */
  public SchemaResult schema(String text, ByteString transaction) {
    ClientStatement prepared =
        executor.prepare(LoginInterceptor.current(), text, transaction.toStringUtf8());
    return new SchemaResult(ArrowSchemas.of(prepared.columns()));
  }

  /** Returns the schema and the ticket of a prepared statement. */
  public FlightInfo announce(CommandPreparedStatementQuery command, FlightDescriptor descriptor) {
    ClientStatement statement = statement(command.getPreparedStatementHandle());
    if (statement.isQuery()) {
      return info(ArrowSchemas.of(statement.columns()), command, descriptor, -1);
    }
    return announce(statement.text(), statement.transaction(), statement.parameters(), descriptor);
  }

  /** Returns the schema of the result of a prepared statement. */
  public SchemaResult schema(CommandPreparedStatementQuery command) {
    ClientStatement statement = statement(command.getPreparedStatementHandle());
    return new SchemaResult(ArrowSchemas.of(statement.columns()));
  }

  private static ClientStatement statement(ByteString handle) {
    return LoginInterceptor.current().statement(handle.toStringUtf8());
  }

  /** Returns an information; {@code rowCount} is -1 if it is not known. */
  private static FlightInfo info(
      Schema schema, Message ticket, FlightDescriptor descriptor, long rowCount) {
    FlightEndpoint endpoint = new FlightEndpoint(new Ticket(Any.pack(ticket).toByteArray()));
    return FlightInfo.builder(schema, descriptor, List.of(endpoint)).setRecords(rowCount).build();
  }

  /** Executes an announced statement and sends its rows. */
  public void stream(TicketStatementQuery ticket, ServerStreamListener listener) {
    ServerStreamListener stream = new CountedStream(listener, observer);
    FlightSession session = LoginInterceptor.current();
    String handle = ticket.getStatementHandle().toStringUtf8();
    PendingStatement statement = session.takePending(handle);
    stream(
        session,
        handle,
        stream,
        (gate, cancellation) -> executor.stream(session, statement, stream, gate, cancellation));
  }

  /** Executes a prepared statement and sends its rows. */
  public void stream(CommandPreparedStatementQuery command, ServerStreamListener listener) {
    ServerStreamListener stream = new CountedStream(listener, observer);
    FlightSession session = LoginInterceptor.current();
    String handle = command.getPreparedStatementHandle().toStringUtf8();
    ClientStatement statement = session.statement(handle);
    stream(
        session,
        handle,
        stream,
        (gate, cancellation) -> executor.stream(session, statement, stream, gate, cancellation));
  }

  @FunctionalInterface
  private interface Streaming {
    void run(StreamGate gate, Cancellation cancellation);
  }

  /**
   * Runs work on another thread than that of the call, whose events wake the work: that the client
   * accepts more, and that it has canceled.
   */
  private void stream(
      FlightSession session, String handle, ServerStreamListener stream, Streaming work) {
    Cancellation cancellation = Cancellation.withoutDeadline();
    StreamGate gate = StreamGate.of(stream, cancellation);
    session.began(handle, cancellation);
    threads.execute(
        () -> {
          try {
            work.run(gate, cancellation);
            stream.completed();
          } catch (RuntimeException | Error e) {
            stream.error(FlightErrors.of(e));
          } finally {
            session.ended(handle, cancellation);
          }
        });
  }

  /** Executes a statement and reports the number of rows that it has changed. */
  public void update(
      String text, ByteString transaction, StreamListener<PutResult> acknowledgements) {
    long count =
        executor.update(
            LoginInterceptor.current(),
            text,
            transaction.toStringUtf8(),
            Cancellation.withoutDeadline());
    sendCount(count, acknowledgements);
  }

  /** Executes a prepared statement for each row of parameters, and reports the changed rows. */
  public void update(
      ByteString handle, FlightStream parameters, StreamListener<PutResult> acknowledgements) {
    ClientStatement statement = statement(handle);
    try (ParameterReader reader = new ParameterReader(parameters, statement.parameterTypes())) {
      long count =
          executor.update(
              LoginInterceptor.current(), statement, reader, Cancellation.withoutDeadline());
      sendCount(count, acknowledgements);
    }
  }

  /** Sends the number of changed rows. */
  public void sendCount(long count, StreamListener<PutResult> acknowledgements) {
    send(DoPutUpdateResult.newBuilder().setRecordCount(count).build(), acknowledgements);
  }

  private void send(Message message, StreamListener<PutResult> acknowledgements) {
    byte[] bytes = message.toByteArray();
    try (ArrowBuf buffer = allocator.buffer(bytes.length)) {
      buffer.setBytes(0, bytes);
      buffer.writerIndex(bytes.length);
      acknowledgements.onNext(PutResult.metadata(buffer));
    }
    acknowledgements.onCompleted();
  }

  /** Binds rows of parameters to a prepared statement. */
  public void bind(
      ByteString handle, FlightStream parameters, StreamListener<PutResult> acknowledgements) {
    ClientStatement statement = statement(handle);
    try (ParameterReader reader = new ParameterReader(parameters, statement.parameterTypes())) {
      statement.bind(reader.all());
    }
    send(
        DoPutPreparedStatementResult.newBuilder().setPreparedStatementHandle(handle).build(),
        acknowledgements);
  }

  /** Creates a prepared statement. */
  public void create(String text, ByteString transaction, StreamListener<Result> results) {
    FlightSession session = LoginInterceptor.current();
    ClientStatement statement = executor.prepare(session, text, transaction.toStringUtf8());
    String handle = session.add(statement);
    ActionCreatePreparedStatementResult.Builder result =
        ActionCreatePreparedStatementResult.newBuilder()
            .setPreparedStatementHandle(ByteString.copyFromUtf8(handle))
            .setParameterSchema(
                ArrowSchemas.serialized(ArrowSchemas.ofParameters(statement.parameterTypes())));
    if (!statement.columns().isEmpty()) {
      result.setDatasetSchema(ArrowSchemas.serialized(ArrowSchemas.of(statement.columns())));
    }
    results.onNext(new Result(Any.pack(result.build()).toByteArray()));
    results.onCompleted();
  }

  /** Removes a prepared statement. */
  public static void close(ByteString handle) {
    LoginInterceptor.current().removeStatement(handle.toStringUtf8());
  }

  /** Begins a transaction and returns its handle. */
  public ByteString begin() {
    return ByteString.copyFromUtf8(executor.begin(LoginInterceptor.current()));
  }

  /** Commits a transaction, or rolls it back. */
  public void end(ByteString transaction, boolean isCommit) {
    executor.end(LoginInterceptor.current(), transaction.toStringUtf8(), isCommit);
  }

  /** Begins a savepoint of a transaction and returns its handle. */
  public ByteString beginSavepoint(ByteString transaction, String name) {
    if (name.isEmpty() || name.indexOf(HANDLE_SEPARATOR) >= 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NAME, "a savepoint cannot have this name: name=" + name);
    }
    String id = transaction.toStringUtf8();
    executor.inTransaction(LoginInterceptor.current(), id, "SAVEPOINT " + quoted(name));
    return ByteString.copyFromUtf8(id + HANDLE_SEPARATOR + name);
  }

  /** Releases a savepoint, or rolls the transaction back to it. */
  public void endSavepoint(ByteString savepoint, boolean isRelease) {
    String handle = savepoint.toStringUtf8();
    int separator = handle.indexOf(HANDLE_SEPARATOR);
    if (separator < 0) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SAVEPOINT, "there is no such savepoint: id=" + handle);
    }
    String command = isRelease ? "RELEASE SAVEPOINT " : "ROLLBACK TO SAVEPOINT ";
    executor.inTransaction(
        LoginInterceptor.current(),
        handle.substring(0, separator),
        command + quoted(handle.substring(separator + 1)));
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Cancels the statements of the tickets of an information. */
  public static CancelStatus cancel(FlightInfo info) {
    FlightSession session = LoginInterceptor.current();
    boolean isFound = false;
    for (FlightEndpoint endpoint : info.getEndpoints()) {
      Any ticket = FlightSqlUtils.parseOrThrow(endpoint.getTicket().getBytes());
      isFound |= session.cancel(handleOf(ticket));
    }
    return isFound ? CancelStatus.CANCELLED : CancelStatus.NOT_CANCELLABLE;
  }

  private static String handleOf(Any ticket) {
    if (ticket.is(TicketStatementQuery.class)) {
      return FlightSqlUtils.unpackOrThrow(ticket, TicketStatementQuery.class)
          .getStatementHandle()
          .toStringUtf8();
    }
    return ticket.is(CommandPreparedStatementQuery.class)
        ? FlightSqlUtils.unpackOrThrow(ticket, CommandPreparedStatementQuery.class)
            .getPreparedStatementHandle()
            .toStringUtf8()
        : "";
  }
}
