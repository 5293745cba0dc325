package dev.colonnade.jdbc.wire;

import dev.colonnade.protocol.request.Credit;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request, frame by frame. What is not asked for stays with the server, which sends
 * pages only as far as there is credit for them.
 */
public final class SqlReply {
  /** Credit that no result uses up: everything may come. */
  private static final int CREDIT_FOR_ALL = Integer.MAX_VALUE;

  private final SqlLink link;
  private final int stream;
  private final int creditPages;

  /** Most answers are one frame that is taken at once: it is made small. */
  private final Deque<Response> inMemory = new ArrayDeque<>(1);

  /** A failure of reading that belongs to this answer and not to the request that noticed it. */
  private @Nullable LinkException failure;

  private int pagesTaken;
  private boolean isWhole;

  SqlReply(SqlLink link, int stream, int creditPages) {
    this.link = link;
    this.stream = stream;
    this.creditPages = creditPages;
  }

  /** Stands for the request when it is to be canceled. */
  public int stream() {
    return stream;
  }

  /** Whether all of the answer has been received. */
  public boolean isWhole() {
    return isWhole;
  }

  /**
   * The next frame: waits for it if it is not here yet.
   *
   * @return never a failure, which is thrown
   */
  public Response next() throws LinkException {
    Response response = inMemory.poll();
    if (response == null) {
      if (failure != null) {
        throw failure;
      }
      if (isWhole) {
        throw new IllegalStateException("the answer has ended: stream=" + stream);
      }
      response = receive();
      if (response instanceof SqlResponse.Page) {
        grant();
      }
    }
    if (response instanceof SqlResponse.Failed failed) {
      throw new LinkException(failed);
    }
    return response;
  }

  /** Receives what is still to come, because something else is to be sent. */
  void takeIntoMemory() {
    try {
      if (!isWhole && failure == null) {
        link.tell(stream, new Credit(CREDIT_FOR_ALL, 0));
      }
      while (!isWhole && failure == null) {
        inMemory.add(receive());
      }
    } catch (LinkException lost) {
      failure = lost;
    }
  }

  /** Lets go of what is still to come. */
  public void abandon() throws LinkException {
    inMemory.forEach(Response::release);
    inMemory.clear();
    if (isWhole || failure != null) {
      return;
    }
    link.tell(stream, new SqlRequest.Stop());
    while (!isWhole) {
      receive().release();
    }
  }

  private Response receive() throws LinkException {
    Response response = link.receive(stream);
    isWhole = response.type().isLast();
    return response;
  }

  private void grant() throws LinkException {
    pagesTaken++;
    int half = Math.max(1, creditPages / 2);
    if (pagesTaken >= half) {
      link.tell(stream, new Credit(pagesTaken, 0));
      pagesTaken = 0;
    }
  }
}
