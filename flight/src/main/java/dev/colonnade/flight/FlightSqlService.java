package dev.colonnade.flight;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.colonnade.flight.ingest.IngestService;
import dev.colonnade.flight.metadata.MetadataService;
import dev.colonnade.flight.metadata.ServerInfo;
import dev.colonnade.flight.statement.StatementService;
import dev.colonnade.flight.status.FlightErrors;
import java.util.List;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.BasicFlightSqlProducer;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginSavepointRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginSavepointResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginTransactionRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginTransactionResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionClosePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionEndSavepointRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionEndTransactionRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCrossReference;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetExportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetImportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetPrimaryKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetSqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetXdbcTypeInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Requests of Flight SQL, each passed to the service that it concerns; errors become statuses here.
 * Statements of Substrait are not supported.
 */
@SuppressWarnings("try") // the close of FlightProducer, which has nothing to close
final class FlightSqlService extends BasicFlightSqlProducer {
  private final StatementService statements;
  private final IngestService ingestion;
  private final MetadataService metadata;
  private final ServerInfo info;
  private final SessionService sessions;

  FlightSqlService(
      StatementService statements,
      IngestService ingestion,
      MetadataService metadata,
      ServerInfo info,
      SessionService sessions) {
    this.statements = requireNonNull(statements, "statements is null");
    this.ingestion = requireNonNull(ingestion, "ingestion is null");
    this.metadata = requireNonNull(metadata, "metadata is null");
    this.info = requireNonNull(info, "info is null");
    this.sessions = requireNonNull(sessions, "sessions is null");
  }

  @FunctionalInterface
  private interface Request<T> {
    T run();
  }

  /** Runs a request; its errors become statuses. */
  private static <T> T answer(Request<T> request) {
    try {
      return request.run();
    } catch (RuntimeException | Error e) {
      throw FlightErrors.of(e);
    }
  }

  private static void run(StreamListener<?> listener, Runnable request) {
    try {
      request.run();
    } catch (RuntimeException | Error e) {
      listener.onError(FlightErrors.of(e));
    }
  }

  private static void run(ServerStreamListener stream, Runnable request) {
    try {
      request.run();
    } catch (RuntimeException | Error e) {
      stream.error(FlightErrors.of(e));
    }
  }

  @Override
  protected <T extends Message> List<FlightEndpoint> determineEndpoints(
      T request, FlightDescriptor descriptor, Schema schema) {
    return List.of(new FlightEndpoint(new Ticket(Any.pack(request).toByteArray())));
  }

  @Override
  public FlightInfo getFlightInfoStatement(
      CommandStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return answer(
        () -> statements.announce(command.getQuery(), command.getTransactionId(), descriptor));
  }

  @Override
  public SchemaResult getSchemaStatement(
      CommandStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return answer(() -> statements.schema(command.getQuery(), command.getTransactionId()));
  }

  @Override
  public void getStreamStatement(
      TicketStatementQuery ticket, CallContext context, ServerStreamListener listener) {
    run(listener, () -> statements.stream(ticket, listener));
  }

  @Override
  public Runnable acceptPutStatement(
      CommandStatementUpdate command,
      CallContext context,
      FlightStream flightStream,
      StreamListener<PutResult> ackStream) {
    return () ->
        run(
            ackStream,
            () -> statements.update(command.getQuery(), command.getTransactionId(), ackStream));
  }

  @Override
  public Runnable acceptPutStatementBulkIngest(
      CommandStatementIngest command,
      CallContext context,
      FlightStream flightStream,
      StreamListener<PutResult> ackStream) {
    return () ->
        run(
            ackStream,
            () -> statements.sendCount(ingestion.ingest(command, flightStream), ackStream));
  }

  @Override
  public void createPreparedStatement(
      ActionCreatePreparedStatementRequest request,
      CallContext context,
      StreamListener<Result> listener) {
    run(
        listener,
        () -> statements.create(request.getQuery(), request.getTransactionId(), listener));
  }

  @Override
  public void closePreparedStatement(
      ActionClosePreparedStatementRequest request,
      CallContext context,
      StreamListener<Result> listener) {
    run(
        listener,
        () -> {
          StatementService.close(request.getPreparedStatementHandle());
          listener.onCompleted();
        });
  }

  @Override
  public FlightInfo getFlightInfoPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return answer(() -> statements.announce(command, descriptor));
  }

  @Override
  public SchemaResult getSchemaPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return answer(() -> statements.schema(command));
  }

  @Override
  public void getStreamPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, ServerStreamListener listener) {
    run(listener, () -> statements.stream(command, listener));
  }

  @Override
  public Runnable acceptPutPreparedStatementUpdate(
      CommandPreparedStatementUpdate command,
      CallContext context,
      FlightStream flightStream,
      StreamListener<PutResult> ackStream) {
    return () ->
        run(
            ackStream,
            () -> statements.update(command.getPreparedStatementHandle(), flightStream, ackStream));
  }

  @Override
  public Runnable acceptPutPreparedStatementQuery(
      CommandPreparedStatementQuery command,
      CallContext context,
      FlightStream flightStream,
      StreamListener<PutResult> ackStream) {
    return () ->
        run(
            ackStream,
            () -> statements.bind(command.getPreparedStatementHandle(), flightStream, ackStream));
  }

  @Override
  public void beginTransaction(
      ActionBeginTransactionRequest request,
      CallContext context,
      StreamListener<ActionBeginTransactionResult> listener) {
    run(
        listener,
        () -> {
          ByteString transaction = statements.begin();
          listener.onNext(
              ActionBeginTransactionResult.newBuilder().setTransactionId(transaction).build());
          listener.onCompleted();
        });
  }

  @Override
  public void endTransaction(
      ActionEndTransactionRequest request, CallContext context, StreamListener<Result> listener) {
    run(
        listener,
        () -> {
          boolean isCommit =
              request.getAction()
                  == ActionEndTransactionRequest.EndTransaction.END_TRANSACTION_COMMIT;
          statements.end(request.getTransactionId(), isCommit);
          listener.onCompleted();
        });
  }

  @Override
  public void beginSavepoint(
      ActionBeginSavepointRequest request,
      CallContext context,
      StreamListener<ActionBeginSavepointResult> listener) {
    run(
        listener,
        () -> {
          ByteString savepoint =
              statements.beginSavepoint(request.getTransactionId(), request.getName());
          listener.onNext(
              ActionBeginSavepointResult.newBuilder().setSavepointId(savepoint).build());
          listener.onCompleted();
        });
  }

  @Override
  public void endSavepoint(
      ActionEndSavepointRequest request, CallContext context, StreamListener<Result> listener) {
    run(
        listener,
        () -> {
          boolean isRelease =
              request.getAction() == ActionEndSavepointRequest.EndSavepoint.END_SAVEPOINT_RELEASE;
          statements.endSavepoint(request.getSavepointId(), isRelease);
          listener.onCompleted();
        });
  }

  @Override
  public void cancelFlightInfo(
      CancelFlightInfoRequest request, CallContext context, StreamListener<CancelStatus> listener) {
    run(
        listener,
        () -> {
          listener.onNext(StatementService.cancel(request.getInfo()));
          listener.onCompleted();
        });
  }

  @Override
  public void closeSession(
      CloseSessionRequest request,
      CallContext context,
      StreamListener<CloseSessionResult> listener) {
    run(
        listener,
        () -> {
          sessions.close();
          listener.onNext(new CloseSessionResult(CloseSessionResult.Status.CLOSED));
          listener.onCompleted();
        });
  }

  @Override
  public void getStreamSqlInfo(
      CommandGetSqlInfo command, CallContext context, ServerStreamListener listener) {
    info.send(command.getInfoList(), listener);
  }

  @Override
  public void getStreamTypeInfo(
      CommandGetXdbcTypeInfo request, CallContext context, ServerStreamListener listener) {
    metadata.types(request, listener);
  }

  @Override
  public void getStreamCatalogs(CallContext context, ServerStreamListener listener) {
    run(listener, () -> metadata.catalogs(listener));
  }

  @Override
  public void getStreamSchemas(
      CommandGetDbSchemas command, CallContext context, ServerStreamListener listener) {
    run(listener, () -> metadata.schemas(command, listener));
  }

  @Override
  public void getStreamTables(
      CommandGetTables command, CallContext context, ServerStreamListener listener) {
    run(listener, () -> metadata.tables(command, listener));
  }

  @Override
  public void getStreamTableTypes(CallContext context, ServerStreamListener listener) {
    metadata.tableTypes(listener);
  }

  @Override
  public void getStreamPrimaryKeys(
      CommandGetPrimaryKeys command, CallContext context, ServerStreamListener listener) {
    run(listener, () -> metadata.primaryKeys(command, listener));
  }

  @Override
  public void getStreamExportedKeys(
      CommandGetExportedKeys command, CallContext context, ServerStreamListener listener) {
    run(listener, () -> metadata.exportedKeys(command, listener));
  }

  @Override
  public void getStreamImportedKeys(
      CommandGetImportedKeys command, CallContext context, ServerStreamListener listener) {
    run(listener, () -> metadata.importedKeys(command, listener));
  }

  @Override
  public void getStreamCrossReference(
      CommandGetCrossReference command, CallContext context, ServerStreamListener listener) {
    run(listener, () -> metadata.crossReference(command, listener));
  }
}
