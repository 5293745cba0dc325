package dev.colonnade.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.request.SessionRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.sequence.OptionValue;
import dev.colonnade.protocol.sequence.SequenceDefinition;
import dev.colonnade.protocol.sequence.SequenceOwner;
import dev.colonnade.protocol.sequence.SequenceType;
import dev.colonnade.protocol.sequence.WireSequenceDescription;
import dev.colonnade.protocol.sequence.WireSequenceMode;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import dev.colonnade.protocol.sequence.WireValueRange;
import dev.colonnade.protocol.session.DiscardTarget;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests of sequences and sessions against a scripted server. */
final class SessionsTest {
  private static final WireSequenceDescription IDS =
      new WireSequenceDescription(
          7,
          "ids",
          new SequenceDefinition(
              SequenceType.BIGINT,
              new SequenceDefinition.Numbers(1, 1, Long.MAX_VALUE, 1, 100),
              false,
              WireSequenceMode.NORMAL,
              SequenceOwner.NONE),
          new WireSequenceDescription.State(1, 1, false));

  @AfterAll
  static void shouldLeakNothing() {
    RecordingLeakDetector.assertNoLeaks();
  }

  @Test
  void shouldSendEveryRequestAndReadItsResponse() {
    try (FakeServer server =
            new FakeServer((session, frame) -> session.answer(frame, answer(frame)));
        ColonnadeClient client = server.newClient().build();
        PinnedSession session = client.session()) {
      WireSequenceOptions options = WireSequenceOptions.builder().cache(5).build();
      ClientSequence ids = client.sequences().create("ids", options, true);
      assertThat(ids.description()).isEqualTo(IDS);
      assertThat(client.sequences().alter("ids", options).id()).isEqualTo(7);
      assertThat(client.sequences().restart("ids").name()).isEqualTo("ids");
      assertThat(client.sequences().restart("ids", 5).name()).isEqualTo("ids");
      assertThat(client.sequences().rename("ids", "numbers").id()).isEqualTo(7);
      assertThat(client.sequences().names()).containsExactly("ids");
      assertThat(client.sequences().describe("ids")).isEqualTo(IDS);
      assertThat(client.sequence("ids").next()).isEqualTo(42);
      assertThat(ids.set(42)).isEqualTo(42);
      assertThat(ids.reserve(2)).containsExactly(new WireValueRange(1, 1, 2));
      client.sequences().drop("ids", true);
      assertThat(session.currentValue(ids)).isEqualTo(42);
      assertThat(session.lastValue()).isEqualTo(42);
      session.set("sequence_range", "10");
      session.discard(DiscardTarget.SEQUENCES);
      assertThat(server.requests().stream().map(RequestFrame::request))
          .contains(
              new SequenceRequest.Create("ids", options, true),
              new SequenceRequest.Alter("ids", options, OptionValue.UNSET),
              new SequenceRequest.Alter("ids", WireSequenceOptions.UNSET, OptionValue.STANDARD),
              new SequenceRequest.Alter("ids", WireSequenceOptions.UNSET, OptionValue.of(5)),
              new SequenceRequest.SetValue(7, 42, true),
              new SequenceRequest.ReserveValues(7, 2),
              new SequenceRequest.CurrentValue(7),
              new SessionRequest.SetSetting("sequence_range", "10"),
              new SessionRequest.Discard(DiscardTarget.SEQUENCES));
    }
  }

  @Test
  void shouldOpenADedicatedConnectionForEachSession() {
    try (FakeServer server =
            new FakeServer((session, frame) -> session.answer(frame, answer(frame)));
        ColonnadeClient client = server.newClient().build()) {
      assertThat(client.sequences().names()).hasSize(1);
      try (PinnedSession first = client.session();
          PinnedSession second = client.session()) {
        assertThat(first.lastValue() + second.lastValue()).isEqualTo(84);
        assertThat(server.sessions()).hasSize(3);
      }
      assertThat(client.sequences().names()).hasSize(1);
      assertThat(server.sessions()).hasSize(3);
    }
  }

  @Test
  void shouldEndASessionTogetherWithItsConnection() {
    AtomicInteger closed = new AtomicInteger();
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  closed.incrementAndGet();
                  session.close();
                });
        ColonnadeClient client = server.newClient().build();
        PinnedSession session = client.session()) {
      ClientException first = catchThrowableOfType(ClientException.class, session::lastValue);
      assertThat(first.is(ClientError.SESSION_ENDED)).as("%s", first).isTrue();
      assertThat(first.sqlState()).isEqualTo("08003");
      assertThat(closed).hasValue(1);
      assertThat(server.sessions()).hasSize(1);
    }
  }

  @Test
  void shouldNotRetryAnAllocationWhenItsResponseIsLost() {
    try (FakeServer server =
            new FakeServer((session, frame) -> session.answer(frame, answer(frame)));
        ColonnadeClient client = server.newClient().build()) {
      ClientSequence ids = client.sequence("ids");
      server.script((session, frame) -> session.close());
      ClientException lost = catchThrowableOfType(ClientException.class, ids::next);
      assertThat(lost.is(ClientError.CONNECTION_LOST)).as("%s", lost).isTrue();
      assertThat(server.requests()).hasSize(2);
      server.script((session, frame) -> session.answer(frame, answer(frame)));
      assertThat(ids.next()).isEqualTo(42);
    }
  }

  @Test
  void shouldRejectResponsesOfAnotherType() {
    try (FakeServer server = new FakeServer((session, frame) -> session.answer(frame, new Pong()));
        ColonnadeClient client = server.newClient().build();
        PinnedSession session = client.session()) {
      ClientException wrong = catchThrowableOfType(ClientException.class, session::lastValue);
      assertThat(wrong.is(ClientError.PROTOCOL_VIOLATION)).isTrue();
    }
  }

  @Test
  void shouldEndSessionsWhenItIsClosed() {
    try (FakeServer server =
        new FakeServer((session, frame) -> session.answer(frame, answer(frame)))) {
      ColonnadeClient client = server.newClient().build();
      PinnedSession session = client.session();
      assertThat(session.lastValue()).isEqualTo(42);
      client.close();
      ClientException ended = catchThrowableOfType(ClientException.class, session::lastValue);
      assertThat(ended.sqlState()).isEqualTo("08003");
      ClientException late =
          catchThrowableOfType(ClientException.class, client.session()::lastValue);
      assertThat(late.sqlState()).isEqualTo("08003");
    }
  }

  private static Response answer(RequestFrame frame) {
    return switch (frame.request().type()) {
      case CREATE_SEQUENCE, ALTER_SEQUENCE, RENAME_SEQUENCE, DESCRIBE_SEQUENCE ->
          new SequenceResponse.Described(IDS);
      case LIST_SEQUENCES -> new SequenceResponse.Names(List.of("ids"));
      case NEXT_VALUE, CURRENT_VALUE, LAST_VALUE, SET_VALUE -> new SequenceResponse.Value(42);
      case RESERVE_VALUES -> new SequenceResponse.Runs(List.of(new WireValueRange(1, 1, 2)));
      default -> new Ok();
    };
  }
}
