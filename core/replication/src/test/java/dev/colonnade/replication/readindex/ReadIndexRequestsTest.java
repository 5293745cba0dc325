package dev.colonnade.replication.readindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Tests of the messages of read indexes. */
class ReadIndexRequestsTest {
  @Test
  void shouldRespondWithTheIndexOfALeader() {
    ByteBuffer response = ReadIndexRequests.answer(7);
    assertThat(response.remaining()).isEqualTo(Long.BYTES);
    assertThat(ReadIndexRequests.decode(response)).isEqualTo(7);
  }

  @Test
  void shouldConfirmNothingWithoutALease() {
    ByteBuffer response = ReadIndexRequests.answer(ReadIndexRequests.UNCONFIRMED);
    assertThat(response.hasRemaining()).isFalse();
    assertThat(ReadIndexRequests.decode(response)).isEqualTo(ReadIndexRequests.UNCONFIRMED);
  }

  @Test
  void shouldRecognizeRequests() {
    assertThat(ReadIndexRequests.isRequest(ByteBuffer.wrap(new byte[] {5}))).isTrue();
    assertThat(ReadIndexRequests.isRequest(ByteBuffer.wrap(new byte[] {5, 0}))).isFalse();
    assertThat(ReadIndexRequests.isRequest(ByteBuffer.wrap(new byte[] {4}))).isFalse();
    assertThat(ReadIndexRequests.isRequest(ByteBuffer.allocate(0))).isFalse();
  }
}
