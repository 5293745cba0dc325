package dev.colonnade.client.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.ScanEnd;
import dev.colonnade.protocol.response.ScanOpened;
import dev.colonnade.protocol.response.ScanPage;

/** One attempt at a scan: sorts the frames of its answer. */
public final class ScanCall extends Call {
  /** Receives a scan on the event loop; must neither throw nor wait. */
  public interface Receiver {
    void onOpened(ScanOpened opened);

    /** A page, whose buffer is the receiver's. */
    void onPage(ScanPage page);

    /** All pages have come. */
    void onEnd(ScanEnd end);

    /** The scan failed; what came of it is no result. */
    void onFailure(ClientException failure, boolean sent);
  }

  private final Receiver receiver;

  public ScanCall(Scan scan, long deadlineNanos, Receiver receiver) {
    super(scan, deadlineNanos);
    this.receiver = requireNonNull(receiver, "receiver is null");
  }

  @Override
  protected void onResponse(Response response, boolean isLast) {
    if (response instanceof ScanPage page) {
      receiver.onPage(page);
    } else if (response instanceof ScanOpened opened) {
      receiver.onOpened(opened);
    } else if (response instanceof ScanEnd end) {
      receiver.onEnd(end);
    } else if (response instanceof ErrorResponse error) {
      receiver.onFailure(new ClientException(error), true);
    } else {
      response.release();
      receiver.onFailure(
          new ClientException(
              ClientError.PROTOCOL_VIOLATION,
              "server answered a scan with something else: type=" + response.type()),
          true);
    }
  }

  @Override
  protected void onFailure(ClientException failure, boolean sent) {
    receiver.onFailure(failure, sent);
  }
}
