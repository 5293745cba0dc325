package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.login.Encryption;
import dev.colonnade.client.login.Login;
import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.NetConfig;
import dev.colonnade.client.net.Transport;
import dev.colonnade.client.page.Decompressor;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.request.Hello;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Sets up a client. Everything has a default but the servers. */
public final class ClientBuilder {
  private final List<InetSocketAddress> servers = new ArrayList<>();
  private String clientName = "colonnade-java";
  private String database = "colonnade";
  private String user = "colonnade";
  private String password = "";
  private Encryption encryption = Encryption.NONE;
  private Transport transport = Transport.AUTO;
  private int eventLoopThreads = 1;
  private int connections = 1;
  private int requestsInFlightMax = 1_024;
  private int requestsWaitingMax = 65_536;
  private int frameBytesMax = ProtocolLimits.DEFAULTS.frameBytesMax();
  private Duration connectTimeout = Duration.ofSeconds(5);
  private Duration keepAliveInterval = Duration.ofSeconds(30);
  private Duration requestTimeout = Duration.ofSeconds(60);
  private int attemptsMax = 5;

  ClientBuilder() {}

  /** Adds a server. With several, they are tried in turn. */
  public ClientBuilder server(String host, int port) {
    servers.add(InetSocketAddress.createUnresolved(host, port));
    return this;
  }

  /** What the server shows this client as. */
  public ClientBuilder clientName(String name) {
    clientName = requireNonNull(name, "name is null");
    return this;
  }

  public ClientBuilder database(String name) {
    database = requireNonNull(name, "name is null");
    return this;
  }

  public ClientBuilder user(String name) {
    user = requireNonNull(name, "name is null");
    return this;
  }

  /** For a server that asks for it. */
  public ClientBuilder password(String newPassword) {
    password = requireNonNull(newPassword, "newPassword is null");
    return this;
  }

  /** Whether connections are encrypted; they are not by default. */
  public ClientBuilder encryption(Encryption newEncryption) {
    encryption = requireNonNull(newEncryption, "newEncryption is null");
    return this;
  }

  public ClientBuilder transport(Transport newTransport) {
    transport = requireNonNull(newTransport, "newTransport is null");
    return this;
  }

  /** Threads that read and write; 1 by default. */
  public ClientBuilder eventLoopThreads(int threads) {
    eventLoopThreads = threads;
    return this;
  }

  /** Connections that requests are spread over; 1 by default. */
  public ClientBuilder connections(int count) {
    connections = count;
    return this;
  }

  /** Requests of a connection that wait for an answer; 1,024 by default. */
  public ClientBuilder requestsInFlightMax(int count) {
    requestsInFlightMax = count;
    return this;
  }

  /** Requests of a connection that wait to be sent; more are refused. 65,536 by default. */
  public ClientBuilder requestsWaitingMax(int count) {
    requestsWaitingMax = count;
    return this;
  }

  /** The longest frame that is accepted; 16 MiB by default. */
  public ClientBuilder frameBytesMax(int bytes) {
    frameBytesMax = bytes;
    return this;
  }

  /** How long one server may take to accept a connection; 5 s by default. */
  public ClientBuilder connectTimeout(Duration timeout) {
    connectTimeout = requireNonNull(timeout, "timeout is null");
    return this;
  }

  /** Silence after which a ping is sent, and after as much again the connection given up; 30 s. */
  public ClientBuilder keepAliveInterval(Duration interval) {
    keepAliveInterval = requireNonNull(interval, "interval is null");
    return this;
  }

  /** How long a request other than a scan may take, all attempts together; 60 s by default. */
  public ClientBuilder requestTimeout(Duration timeout) {
    requestTimeout = requireNonNull(timeout, "timeout is null");
    return this;
  }

  /** How often a request is tried that may be tried again; 5 by default. */
  public ClientBuilder attemptsMax(int attempts) {
    attemptsMax = attempts;
    return this;
  }

  /** A client that opens its connections when they are first needed. */
  public ColonnadeClient build() {
    return new ColonnadeClient(buildAsync());
  }

  private AsyncClient buildAsync() {
    NetConfig config =
        new NetConfig(
            servers,
            new Login(new Hello.Identity(clientName, database, user), password, encryption),
            ProtocolLimits.DEFAULTS.withFrameBytesMax(frameBytesMax),
            Decompressor.available(),
            new NetConfig.Sizing(
                transport, eventLoopThreads, connections, requestsInFlightMax, requestsWaitingMax),
            new NetConfig.Timing(connectTimeout, keepAliveInterval, requestTimeout, attemptsMax));
    return new AsyncClient(new ConnectionPool(config, System::nanoTime));
  }
}
