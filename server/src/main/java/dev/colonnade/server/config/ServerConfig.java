package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.EngineConfig;
import java.nio.file.Path;

/**
 * How a server is set up. {@code config/colonnade.conf} documents every setting.
 *
 * @param listen addresses
 * @param engine the database
 * @param network the native protocol
 * @param threads that answer requests
 * @param http metrics and status
 * @param metrics what is measured
 * @param pg the PostgreSQL protocol
 * @param security who is let in on all ports but that of HTTP
 */
public record ServerConfig(
    ListenConfig listen,
    EngineConfig engine,
    NetworkConfig network,
    ThreadConfig threads,
    HttpConfig http,
    MetricsConfig metrics,
    PgConfig pg,
    SecurityConfig security) {
  public ServerConfig {
    requireNonNull(listen, "listen is null");
    requireNonNull(engine, "engine is null");
    requireNonNull(network, "network is null");
    requireNonNull(threads, "threads is null");
    requireNonNull(http, "http is null");
    requireNonNull(metrics, "metrics is null");
    requireNonNull(pg, "pg is null");
    requireNonNull(security, "security is null");
  }

  /** The defaults, for a store in {@code folder}. */
  public static ServerConfig at(Path folder) {
    return new ServerConfig(
        ListenConfig.DEFAULT,
        EngineConfig.at(folder),
        NetworkConfig.DEFAULT,
        ThreadConfig.defaults(),
        HttpConfig.DEFAULT,
        MetricsConfig.DEFAULT,
        PgConfig.DEFAULT,
        SecurityConfig.DEFAULT);
  }

  /** The same with other addresses. */
  public ServerConfig withListen(ListenConfig other) {
    return new ServerConfig(other, engine, network, threads, http, metrics, pg, security);
  }

  /** The same with another set-up of the database. */
  public ServerConfig withEngine(EngineConfig other) {
    return new ServerConfig(listen, other, network, threads, http, metrics, pg, security);
  }

  /** The same with another set-up of the native protocol. */
  public ServerConfig withNetwork(NetworkConfig other) {
    return new ServerConfig(listen, engine, other, threads, http, metrics, pg, security);
  }

  /** The same with other threads. */
  public ServerConfig withThreads(ThreadConfig other) {
    return new ServerConfig(listen, engine, network, other, http, metrics, pg, security);
  }

  /** The same with another set-up of metrics and status. */
  public ServerConfig withHttp(HttpConfig other) {
    return new ServerConfig(listen, engine, network, threads, other, metrics, pg, security);
  }

  /** The same with other metrics. */
  public ServerConfig withMetrics(MetricsConfig other) {
    return new ServerConfig(listen, engine, network, threads, http, other, pg, security);
  }

  /** The same with another set-up of the PostgreSQL protocol. */
  public ServerConfig withPg(PgConfig other) {
    return new ServerConfig(listen, engine, network, threads, http, metrics, other, security);
  }

  /** The same with other people let in. */
  public ServerConfig withSecurity(SecurityConfig other) {
    return new ServerConfig(listen, engine, network, threads, http, metrics, pg, other);
  }
}
