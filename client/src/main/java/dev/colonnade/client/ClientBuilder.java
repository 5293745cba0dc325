package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.login.Encryption;
import dev.colonnade.client.login.LoginConfig;
import dev.colonnade.client.login.TargetServer;
import dev.colonnade.client.net.ClientTransport;
import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.NetConfig;
import dev.colonnade.client.page.Decompressor;
import dev.colonnade.client.trace.ClientTracer;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.request.Hello;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Builder of a client. All options except the servers have defaults. */
public final class ClientBuilder {
  private final List<InetSocketAddress> servers = new ArrayList<>();
  private TargetServer target = TargetServer.ANY;
  private long followerStalenessMillisMax = NetConfig.ServerChoice.ANY_AGE;
  private String clientName = "colonnade-java";
  private String database = "colonnade";
  private String user = "colonnade";
  private String password = "";
  private Encryption encryption = Encryption.NONE;
  private ClientTransport transport = ClientTransport.AUTO;
  private int eventLoopThreads = 1;
  private int connections = 1;
  private int requestsInFlightMax = 1_024;
  private int requestsWaitingMax = 65_536;
  private int frameBytesMax = ProtocolLimits.DEFAULTS.frameBytesMax();
  private Duration connectTimeout = Duration.ofSeconds(5);
  private Duration keepAliveInterval = Duration.ofSeconds(30);
  private Duration requestTimeout = Duration.ofSeconds(60);
  private int attemptsMax = 5;
  private ClientTracer tracer = ClientTracer.NONE;

  ClientBuilder() {}

  /** Adds a server. Several servers are tried round-robin. */
  public ClientBuilder server(String host, int port) {
    servers.add(InetSocketAddress.createUnresolved(host, port));
    return this;
  }

  /**
   * Sets the kind of server that is used: the leader of a cluster for writes ({@code PRIMARY}), a
   * follower, or any, which is the default. If it is set, requests that could not be sent wait for
   * such a server until their timeout, so that they survive a failover.
   */
  public ClientBuilder target(TargetServer newTarget) {
    target = requireNonNull(newTarget, "newTarget is null");
    return this;
  }

  /**
   * Sets the maximum age of what scans and gets of the newest state read on a follower: zero for
   * linearizable reads. By default, followers serve what they have applied, of any age.
   */
  public ClientBuilder followerStalenessMax(Duration age) {
    followerStalenessMillisMax = age.toMillis();
    return this;
  }

  /** Sets the name under which the server lists this client. */
  public ClientBuilder clientName(String name) {
    clientName = requireNonNull(name, "name is null");
    return this;
  }

  /** Sets the database; without it, it is {@code colonnade}. */
  public ClientBuilder database(String name) {
    database = requireNonNull(name, "name is null");
    return this;
  }

  /** Sets the role that logs in; without it, it is {@code colonnade}. */
  public ClientBuilder user(String name) {
    user = requireNonNull(name, "name is null");
    return this;
  }

  /** Sets the password for servers that require authentication. */
  public ClientBuilder password(String newPassword) {
    password = requireNonNull(newPassword, "newPassword is null");
    return this;
  }

  /** Sets the encryption of connections; none by default. */
  public ClientBuilder encryption(Encryption newEncryption) {
    encryption = requireNonNull(newEncryption, "newEncryption is null");
    return this;
  }

  /** Sets the implementation of sockets. */
  public ClientBuilder transport(ClientTransport newTransport) {
    transport = requireNonNull(newTransport, "newTransport is null");
    return this;
  }

  /** Sets the number of I/O threads; 1 by default. */
  public ClientBuilder eventLoopThreads(int threads) {
    eventLoopThreads = threads;
    return this;
  }

  /** Sets the number of pooled connections; 1 by default. */
  public ClientBuilder connections(int count) {
    connections = count;
    return this;
  }

  /** Sets the maximum number of requests in flight on one connection; 1,024 by default. */
  public ClientBuilder requestsInFlightMax(int count) {
    requestsInFlightMax = count;
    return this;
  }

  /**
   * Sets the maximum length of a connection's send queue, beyond which requests are rejected;
   * 65,536 by default.
   */
  public ClientBuilder requestsWaitingMax(int count) {
    requestsWaitingMax = count;
    return this;
  }

  /** Sets the maximum length of an accepted frame; 16 MiB by default. */
  public ClientBuilder frameBytesMax(int bytes) {
    frameBytesMax = bytes;
    return this;
  }

  /** Sets the time within which one server must accept a connection; 5 s by default. */
  public ClientBuilder connectTimeout(Duration timeout) {
    connectTimeout = requireNonNull(timeout, "timeout is null");
    return this;
  }

  /**
   * Sets the idle time after which a ping is sent, and after which again the connection is closed;
   * 30 s by default.
   */
  public ClientBuilder keepAliveInterval(Duration interval) {
    keepAliveInterval = requireNonNull(interval, "interval is null");
    return this;
  }

  /** Sets the timeout of a request other than a scan, including all attempts; 60 s by default. */
  public ClientBuilder requestTimeout(Duration timeout) {
    requestTimeout = requireNonNull(timeout, "timeout is null");
    return this;
  }

  /** Sets the maximum number of attempts of a retryable request; 5 by default. */
  public ClientBuilder attemptsMax(int attempts) {
    attemptsMax = attempts;
    return this;
  }

  /**
   * Sets the source of the spans of requests; none by default. {@link
   * dev.colonnade.client.trace.OpenTelemetryTracer} is that of OpenTelemetry.
   */
  public ClientBuilder tracer(ClientTracer newTracer) {
    tracer = requireNonNull(newTracer, "newTracer is null");
    return this;
  }

  /** Returns a client that opens its connections when they are first needed. */
  public ColonnadeClient build() {
    return new ColonnadeClient(buildAsync());
  }

  private AsyncClient buildAsync() {
    NetConfig config =
        new NetConfig(
            new NetConfig.ServerChoice(servers, target, followerStalenessMillisMax),
            new LoginConfig(new Hello.Identity(clientName, database, user), password, encryption),
            ProtocolLimits.DEFAULTS.withFrameBytesMax(frameBytesMax),
            Decompressor.available(),
            new NetConfig.Sizing(
                transport, eventLoopThreads, connections, requestsInFlightMax, requestsWaitingMax),
            new NetConfig.Timing(connectTimeout, keepAliveInterval, requestTimeout, attemptsMax),
            tracer);
    return new AsyncClient(new ConnectionPool(config, System::nanoTime));
  }
}
