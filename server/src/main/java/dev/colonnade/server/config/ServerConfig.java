package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.disk.DiskConfig;
import dev.colonnade.trace.TracerOptions;
import java.nio.file.Path;

/**
 * Configuration of a server. {@code config/colonnade.conf} documents every setting.
 *
 * @param listen listen addresses
 * @param engine configuration of the database
 * @param network configuration of the native protocol
 * @param threads threads that execute requests
 * @param http configuration of the HTTP port
 * @param metrics configuration of metrics
 * @param pg configuration of the PostgreSQL protocol
 * @param flight configuration of the port of Arrow Flight SQL
 * @param security authentication and encryption on all ports
 * @param setup what a server does at the first start of a store
 * @param analyze automatic ANALYZE
 * @param statementLog log of statements
 * @param tracing traces of requests
 */
public record ServerConfig(
    ListenConfig listen,
    StorageConfig engine,
    NetworkConfig network,
    ThreadConfig threads,
    HttpConfig http,
    MetricsConfig metrics,
    PgConfig pg,
    FlightConfig flight,
    SecurityConfig security,
    SetupConfig setup,
    AnalyzeConfig analyze,
    StatementLogConfig statementLog,
    TracerOptions tracing) {
  public ServerConfig {
    requireNonNull(listen, "listen is null");
    requireNonNull(engine, "engine is null");
    requireNonNull(network, "network is null");
    requireNonNull(threads, "threads is null");
    requireNonNull(http, "http is null");
    requireNonNull(metrics, "metrics is null");
    requireNonNull(pg, "pg is null");
    requireNonNull(flight, "flight is null");
    requireNonNull(security, "security is null");
    requireNonNull(setup, "setup is null");
    requireNonNull(analyze, "analyze is null");
    requireNonNull(statementLog, "statementLog is null");
    requireNonNull(tracing, "tracing is null");
  }

  /** Returns the default configuration for a store in {@code folder}. */
  public static ServerConfig at(Path folder) {
    return new ServerConfig(
        ListenConfig.DEFAULT,
        withReserve(StorageConfig.at(folder)),
        NetworkConfig.DEFAULT,
        ThreadConfig.defaults(),
        HttpConfig.DEFAULT,
        MetricsConfig.DEFAULT,
        PgConfig.DEFAULT,
        FlightConfig.DEFAULT,
        SecurityConfig.DEFAULT,
        SetupConfig.NONE,
        AnalyzeConfig.DEFAULT,
        StatementLogConfig.DEFAULT,
        TracerOptions.OFF);
  }

  private static StorageConfig withReserve(StorageConfig storage) {
    return storage.withDisk(DiskConfig.automatic(storage.store().memory().writeBufferBytes()));
  }

  /** Returns a copy with other listen addresses. */
  public ServerConfig withListen(ListenConfig other) {
    return new ServerConfig(
        other,
        engine,
        network,
        threads,
        http,
        metrics,
        pg,
        flight,
        security,
        setup,
        analyze,
        statementLog,
        tracing);
  }

  /** Returns a copy with another configuration of the database. */
  public ServerConfig withEngine(StorageConfig other) {
    return new ServerConfig(
        listen,
        other,
        network,
        threads,
        http,
        metrics,
        pg,
        flight,
        security,
        setup,
        analyze,
        statementLog,
        tracing);
  }

  /** Returns a copy with another configuration of the native protocol. */
  public ServerConfig withNetwork(NetworkConfig other) {
    return new ServerConfig(
        listen,
        engine,
        other,
        threads,
        http,
        metrics,
        pg,
        flight,
        security,
        setup,
        analyze,
        statementLog,
        tracing);
  }

  /** Returns a copy with another configuration of the PostgreSQL protocol. */
  public ServerConfig withPg(PgConfig other) {
    return new ServerConfig(
        listen,
        engine,
        network,
        threads,
        http,
        metrics,
        other,
        flight,
        security,
        setup,
        analyze,
        statementLog,
        tracing);
  }

  /** Returns a copy with another configuration of the port of Arrow Flight SQL. */
  public ServerConfig withFlight(FlightConfig other) {
    return new ServerConfig(
        listen,
        engine,
        network,
        threads,
        http,
        metrics,
        pg,
        other,
        security,
        setup,
        analyze,
        statementLog,
        tracing);
  }

  /** Returns a copy with another configuration of security. */
  public ServerConfig withSecurity(SecurityConfig other) {
    return new ServerConfig(
        listen,
        engine,
        network,
        threads,
        http,
        metrics,
        pg,
        flight,
        other,
        setup,
        analyze,
        statementLog,
        tracing);
  }

  /** Returns a copy with another configuration of the first start. */
  public ServerConfig withSetup(SetupConfig other) {
    return new ServerConfig(
        listen,
        engine,
        network,
        threads,
        http,
        metrics,
        pg,
        flight,
        security,
        other,
        analyze,
        statementLog,
        tracing);
  }

  /** Returns a copy with another configuration of automatic ANALYZE. */
  public ServerConfig withAnalyze(AnalyzeConfig other) {
    return new ServerConfig(
        listen,
        engine,
        network,
        threads,
        http,
        metrics,
        pg,
        flight,
        security,
        setup,
        other,
        statementLog,
        tracing);
  }

  /** Returns a copy with another log of statements. */
  public ServerConfig withStatementLog(StatementLogConfig other) {
    return new ServerConfig(
        listen, engine, network, threads, http, metrics, pg, flight, security, setup, analyze,
        other, tracing);
  }

  /** Returns a copy with other traces. */
  public ServerConfig withTracing(TracerOptions other) {
    return new ServerConfig(
        listen,
        engine,
        network,
        threads,
        http,
        metrics,
        pg,
        flight,
        security,
        setup,
        analyze,
        statementLog,
        other);
  }
}
