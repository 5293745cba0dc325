package dev.colonnade.flight;

import dev.colonnade.engine.Session;
import dev.colonnade.server.Server;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.FlightConfig;
import dev.colonnade.server.config.ListenConfig;
import dev.colonnade.server.config.PgConfig;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.testing.SelfSignedCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Server with a port of Flight SQL, and clients of it. Closing checks that no memory is leaked. */
@SuppressWarnings("try") // closing a stream may be interrupted
final class FlightFixture implements AutoCloseable {
  static final String USER = "postgres";
  private static final long MIB = 1024 * 1024;

  private final Server server;
  private final BufferAllocator allocator = new RootAllocator();
  private final List<AutoCloseable> opened = new ArrayList<>();

  private FlightFixture(ServerConfig config) {
    server = Server.start(config, List.of());
  }

  /** Starts a server that trusts its clients. */
  static FlightFixture trusting(Path folder) {
    return start(folder, UnaryOperator.identity());
  }

  static FlightFixture start(Path folder, UnaryOperator<ServerConfig> change) {
    return new FlightFixture(change.apply(config(folder)));
  }

  static ServerConfig config(Path folder) {
    MemoryConfig memory = new MemoryConfig(16 * MIB, 8 * MIB, 4);
    StorageConfig engine =
        StorageConfig.at(folder).withStore(RocksStoreConfig.defaults().withMemory(memory));
    return ServerConfig.at(folder)
        .withEngine(engine)
        .withListen(new ListenConfig("127.0.0.1", 0, 0))
        .withPg(PgConfig.DEFAULT.withPort(0))
        .withFlight(FlightConfig.DEFAULT.withPort(0))
        .withSecurity(security(AuthenticationMode.TRUST, Optional.empty()));
  }

  static SecurityConfig security(
      AuthenticationMode mode, Optional<SecurityConfig.TlsFiles> certificate) {
    return new SecurityConfig(mode, Optional.empty(), certificate);
  }

  Server server() {
    return server;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  int port() {
    return java.util.Objects.requireNonNull(server.flightAddress(), "no port").getPort();
  }

  /** Executes statements in the server, without a client. */
  void execute(String... statements) {
    try (Session session = server.database().session(USER)) {
      for (String statement : statements) {
        session.sql().execute(statement).close();
      }
    }
  }

  /** Returns the rows of a query that is executed in the server, without a client. */
  List<List<@Nullable Object>> rows(String query) {
    try (Session session = server.database().session(USER);
        SqlResult result = session.sql().execute(query)) {
      return result.toList();
    }
  }

  /** Returns a client that has not logged in. */
  FlightClient connect() {
    return opened(
        FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", port())).build());
  }

  private <T extends AutoCloseable> T opened(T resource) {
    opened.add(resource);
    return resource;
  }

  /** Returns the connection of the user {@value #USER}. */
  Connection login() {
    return login(USER, "");
  }

  /** Returns the connection of a user. */
  Connection login(String user, String password) {
    return login(connect(), user, password);
  }

  Connection login(FlightClient client, String user, String password) {
    CredentialCallOption token =
        client.authenticateBasicToken(user, password).orElseThrow(AssertionError::new);
    return new Connection(new FlightSqlClient(client), token);
  }

  /** Returns a client over TLS, which trusts the certificate of a server. */
  FlightClient connectTo(SecurityConfig.TlsFiles server) throws IOException {
    try (InputStream trusted = Files.newInputStream(server.certificate())) {
      return opened(encrypted().trustedCertificates(trusted).build());
    }
  }

  private FlightClient.Builder encrypted() {
    return FlightClient.builder(allocator, Location.forGrpcTls("127.0.0.1", port()));
  }

  /** Returns a client over TLS with a certificate of its own. */
  FlightClient connectTo(SecurityConfig.TlsFiles server, SelfSignedCertificate client)
      throws IOException {
    try (InputStream trusted = Files.newInputStream(server.certificate());
        InputStream certificate = Files.newInputStream(client.certificate());
        InputStream key = Files.newInputStream(client.key())) {
      return opened(
          encrypted().trustedCertificates(trusted).clientCertificate(certificate, key).build());
    }
  }

  /** Logs in to a database. */
  Connection loginTo(String database) {
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert("database", database);
    headers.insert("authorization", "Basic cG9zdGdyZXM6");
    return new Connection(new FlightSqlClient(connect()), new HeaderCallOption(headers));
  }

  /** Returns the option of a call with a header. */
  static CallOption header(String name, String value) {
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert(name, value);
    return new HeaderCallOption(headers);
  }

  /** Client with the token of its session. */
  record Connection(FlightSqlClient client, CallOption option) {
    /** Returns the rows of a statement. */
    List<List<@Nullable Object>> query(String text) {
      return read(client.execute(text, option));
    }

    /** Returns the rows of the stream of an information. */
    List<List<@Nullable Object>> read(FlightInfo info) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (FlightEndpoint endpoint : info.getEndpoints()) {
        try (FlightStream stream = client.getStream(endpoint.getTicket(), option)) {
          while (stream.next()) {
            addRows(stream, rows);
          }
        } catch (RuntimeException e) {
          throw e;
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
      return rows;
    }

    private static void addRows(FlightStream stream, List<List<@Nullable Object>> rows) {
      for (int row = 0; row < stream.getRoot().getRowCount(); row++) {
        List<@Nullable Object> values = new ArrayList<>();
        for (FieldVector vector : stream.getRoot().getFieldVectors()) {
          Object value = vector.getObject(row);
          values.add(value instanceof org.apache.arrow.vector.util.Text ? value.toString() : value);
        }
        rows.add(values);
      }
    }

    /** Executes a statement that changes rows. */
    long update(String text) {
      return client.executeUpdate(text, option);
    }
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable resource : opened.reversed()) {
      resource.close();
    }
    server.close();
    allocator.close();
  }
}
