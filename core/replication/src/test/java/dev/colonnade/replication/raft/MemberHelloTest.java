package dev.colonnade.replication.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.log.LogEntry;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the request of a member that starts, with responses of members of other versions. */
class MemberHelloTest {
  private static final long NOT_A_MEMBER = -1;

  @TempDir private Path folder;

  /** Responses by the names of members; those without cannot be reached. */
  private final Map<String, ByteBuffer> responses = new ConcurrentHashMap<>();

  private MemberHello hello(boolean isJoining) {
    ClusterConfig config =
        new ClusterConfig(
            "test",
            "a",
            List.of(peer("a", 7491), peer("b", 7492), peer("c", 7493)),
            isJoining,
            folder,
            RocksStoreConfig.defaults(),
            ClusterConfig.Timing.DEFAULT,
            Optional.empty());
    return new MemberHello(
        config,
        (target, request) -> {
          ByteBuffer response = responses.get(target.getId().toString());
          if (response == null) {
            throw new IOException("connection refused");
          }
          return response.duplicate();
        });
  }

  private static ClusterPeer peer(String name, int port) {
    return new ClusterPeer(name, "127.0.0.1", port);
  }

  private static ByteBuffer response(long index, int format) {
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES).putLong(index).putInt(format).flip();
  }

  /** Returns the response of the version before that which added the format. */
  private static ByteBuffer responseWithoutFormat(long index) {
    return ByteBuffer.allocate(Long.BYTES).putLong(index).flip();
  }

  private static void assertRefused(String message, Runnable start) {
    assertThatThrownBy(start::run)
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessageContaining(message);
  }

  @Test
  void shouldStartBesideMembersOfTheSameVersionAndThoseThatCannotBeReached() {
    responses.put("b", response(100, LogEntry.FORMAT));
    assertThatCode(hello(false)::requireSameFormat).doesNotThrowAnyException();
    responses.put("b", ByteBuffer.allocate(0)); // it is still being started
    assertThatCode(hello(false)::requireSameFormat).doesNotThrowAnyException();
    assertThatCode(hello(false)::requireFirstStart).doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseToStartBesideAMemberOfTheVersionBefore() {
    responses.put("b", response(0, LogEntry.FORMAT));
    responses.put("c", responseWithoutFormat(0));
    for (boolean isJoining : new boolean[] {false, true}) {
      MemberHello hello = hello(isJoining);
      assertRefused("member=c", hello::requireSameFormat);
      assertRefused("format=1 expected=2", hello::requireFirstStart);
    }
  }

  @Test
  void shouldRefuseToStartBesideAMemberOfANewerVersion() {
    responses.put("b", response(5, LogEntry.FORMAT + 1));
    assertRefused("format=3 expected=2", hello(false)::requireSameFormat);
    assertRefused("format=3 expected=2", hello(false)::requireFirstStart);
  }

  @Test
  void shouldNotAddAMemberOfAnotherVersion() {
    responses.put("d", responseWithoutFormat(0));
    assertThatThrownBy(() -> hello(false).requireSameCluster(peer("d", 7494)))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("member cannot be added: name=d")
        .hasMessageContaining("format=1 expected=2");
    responses.put("d", response(0, LogEntry.FORMAT));
    assertThatCode(() -> hello(false).requireSameCluster(peer("d", 7494)))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseAFirstStartIfTheOthersKnowTheMember() {
    responses.put("b", response(12, LogEntry.FORMAT));
    assertRefused("has lost its store", hello(false)::requireFirstStart);
    assertThatCode(hello(true)::requireFirstStart).doesNotThrowAnyException();
    responses.put("b", response(NOT_A_MEMBER, LogEntry.FORMAT));
    assertRefused("start it with --join", hello(false)::requireFirstStart);
  }
}
