package dev.colonnade.server.pg.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.config.StorageConfig;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Start of a session beside the end of the server or of the member's role. */
final class PgSessionTest {
  @TempDir private static Path folder;

  private static Database database;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private PgSession session;

  @BeforeAll
  static void open() {
    database = Database.open(StorageConfig.at(folder));
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void create() {
    session =
        new PgSession(
            new PgSession.Dependencies(
                Runnable::run, Duration.ZERO, NanoTicker.system(), PgSessionObserver.NONE),
            channel,
            database.login("colonnade", "colonnade").sql());
  }

  @Test
  void shouldNotWriteAnErrorAmongTheMessagesOfTheStart() {
    List<Boolean> ended = new ArrayList<>();
    session.start(1, 2, encoding -> ended.add(session.endIdle(ending())));
    assertThat(ended).containsExactly(false);
    assertThat(messages()).startsWith("R").endsWith("K", "Z").doesNotContain("E");
    assertThat(session.endIdle(ending())).isTrue();
    assertThat(messages()).containsExactly("E");
  }

  @Test
  void shouldStartNoSessionThatHasEnded() {
    assertThat(session.endIdle(ending())).isTrue();
    session.start(1, 2, encoding -> {});
    assertThat(messages()).containsExactly("E");
    assertThat(channel.isOpen()).isFalse();
  }

  private static ColonnadeException ending() {
    return new ColonnadeException(
        ErrorCode.SHUTTING_DOWN, "terminating connection due to administrator command");
  }

  /** Returns the types of the messages that were sent, which must be complete. */
  private List<String> messages() {
    channel.runPendingTasks();
    List<String> types = new ArrayList<>();
    for (ByteBuf sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
      while (sent.isReadable()) {
        types.add(Character.toString(sent.readByte()));
        int length = sent.readInt();
        assertThat(length).as("length of message %s", types.getLast()).isGreaterThanOrEqualTo(4);
        sent.skipBytes(length - Integer.BYTES);
      }
      sent.release();
    }
    return types;
  }
}
