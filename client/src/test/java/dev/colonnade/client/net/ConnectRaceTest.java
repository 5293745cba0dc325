package dev.colonnade.client.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.response.HelloOk;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests of the race with attempts and a timer that the test controls. */
final class ConnectRaceTest {
  private static final List<InetSocketAddress> ONE = List.of(server("a"));
  private static final List<InetSocketAddress> THREE =
      List.of(server("a"), server("b"), server("c"));

  private final List<String> triedServers = new ArrayList<>();
  private final List<CompletableFuture<ClientConnection>> attempts = new ArrayList<>();
  private final List<Long> delaysMillis = new ArrayList<>();
  private final List<Runnable> tasks = new ArrayList<>();

  @Test
  void shouldTryServersInTurnUntilAllHaveFailed() {
    CompletableFuture<ClientConnection> outcome = race(THREE, 1);
    fail(0);
    fail(1);
    assertThat(outcome).isNotDone();
    fail(2);
    assertThat(triedServers).containsExactly("b", "c", "a");
    assertThat(outcome).isCompletedExceptionally();
  }

  @Test
  void shouldUseTheFirstSuccessfulAttemptAndCloseTheRest() {
    CompletableFuture<ClientConnection> outcome = race(THREE, 0);
    fireTimer();
    fireTimer();
    ClientConnection connection = succeed(1);
    assertThat(triedServers).containsExactly("a", "b", "c");
    assertThat(outcome).isCompletedWithValue(connection);
    assertThat(attempts.get(0)).isCompletedExceptionally();
    assertThat(attempts.get(2)).isCompletedExceptionally();
  }

  @Test
  void shouldDoubleTheDelaysBetweenAttempts() {
    CompletableFuture<ClientConnection> outcome = race(ONE, 0);
    fireTimer();
    fireTimer();
    fireTimer();
    assertThat(triedServers).containsExactly("a", "a", "a", "a");
    assertThat(delaysMillis).containsExactly(1_000L, 2_000L, 4_000L, 8_000L);
    ClientConnection connection = succeed(0);
    assertThat(outcome).isCompletedWithValue(connection);
    fireTimer();
    assertThat(triedServers).hasSize(4);
    assertThat(tasks).isEmpty();
  }

  @Test
  void shouldNotBeProlongedByConcurrentAttempts() {
    CompletableFuture<ClientConnection> outcome = race(ONE, 0);
    fireTimer();
    fail(0);
    assertThat(outcome).isCompletedExceptionally();
    assertThat(attempts.get(1)).isCompletedExceptionally();
  }

  @Test
  void shouldWaitForTheFirstAttemptWhenAConcurrentOneFails() {
    CompletableFuture<ClientConnection> outcome = race(THREE, 0);
    fireTimer();
    fail(1);
    fail(2);
    assertThat(triedServers).containsExactly("a", "b", "c");
    assertThat(outcome).isNotDone();
    ClientConnection connection = succeed(0);
    assertThat(outcome).isCompletedWithValue(connection);
  }

  @Test
  void shouldCloseAConnectionThatIsEstablishedTooLate() {
    CompletableFuture<ClientConnection> outcome = race(ONE, 0);
    outcome.cancel(false);
    EmbeddedChannel channel = new EmbeddedChannel();
    attempts.get(0).complete(connection(channel));
    channel.runPendingTasks();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void shouldSearchAllServersAtOnce() {
    CompletableFuture<ClientConnection> outcome = race(THREE, 1, true);
    assertThat(triedServers).containsExactly("b", "c", "a");
    fail(0);
    fail(2);
    assertThat(outcome).isNotDone();
    ClientConnection connection = succeed(1);
    assertThat(outcome).isCompletedWithValue(connection);
    assertThat(triedServers).hasSize(3);
  }

  @Test
  void shouldFailASearchWhenAllServersHaveFailed() {
    CompletableFuture<ClientConnection> outcome = race(THREE, 0, true);
    fail(1);
    fail(0);
    assertThat(outcome).isNotDone();
    fail(2);
    assertThat(outcome).isCompletedExceptionally();
    fireTimer();
    assertThat(triedServers).hasSize(3);
  }

  @Test
  void shouldSearchAgainWhileAServerDoesNotRespond() {
    CompletableFuture<ClientConnection> outcome = race(THREE, 0, true);
    fail(0);
    fail(2);
    fireTimer();
    assertThat(triedServers).containsExactly("a", "b", "c", "a", "c");
    fail(3);
    fireTimer();
    assertThat(triedServers).containsExactly("a", "b", "c", "a", "c", "a");
    assertThat(delaysMillis).containsExactly(100L, 200L, 400L);
    ClientConnection connection = succeed(4);
    assertThat(outcome).isCompletedWithValue(connection);
    assertThat(attempts.get(1)).isCompletedExceptionally();
  }

  private CompletableFuture<ClientConnection> race(List<InetSocketAddress> servers, int first) {
    return race(servers, first, false);
  }

  private CompletableFuture<ClientConnection> race(
      List<InetSocketAddress> servers, int first, boolean isSearch) {
    return new ConnectRace(
            servers,
            first,
            isSearch,
            server -> {
              triedServers.add(server.getHostString());
              CompletableFuture<ClientConnection> attempt = new CompletableFuture<>();
              attempts.add(attempt);
              return attempt;
            },
            (task, delayMillis) -> {
              delaysMillis.add(delayMillis);
              tasks.add(task);
            })
        .run();
  }

  private void fireTimer() {
    tasks.remove(0).run();
  }

  private void fail(int attempt) {
    attempts
        .get(attempt)
        .completeExceptionally(
            new ClientException(ClientError.CONNECTION_FAILED, "scripted failure"));
  }

  private ClientConnection succeed(int attempt) {
    ClientConnection connection = connection(new EmbeddedChannel());
    attempts.get(attempt).complete(connection);
    return connection;
  }

  private static ClientConnection connection(EmbeddedChannel channel) {
    CallTable calls = new CallTable(1, () -> 0);
    channel.pipeline().addLast(calls);
    HelloOk ok =
        new HelloOk(ProtocolVersion.CURRENT, "fake", "0", ProtocolLimits.DEFAULTS, Set.of());
    return new ClientConnection(channel, ok, calls, 1);
  }

  private static InetSocketAddress server(String host) {
    return InetSocketAddress.createUnresolved(host, 1);
  }
}
