package dev.colonnade.server.admin.http;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Handler of the requests of one connection, one at a time: the next request is not processed
 * before the response to the previous one is sent. Pages are computed on the executor, everything
 * else runs on the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do after closing
final class HttpRequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private final Map<String, HttpPage> pages;
  private final Executor executor;
  private final HttpDeadlines deadlines;
  private final HttpCounters counters;

  HttpRequestHandler(
      Map<String, HttpPage> pages,
      Executor executor,
      HttpDeadlines deadlines,
      HttpCounters counters) {
    this.pages = requireNonNull(pages, "pages is null");
    this.executor = requireNonNull(executor, "executor is null");
    this.deadlines = requireNonNull(deadlines, "deadlines is null");
    this.counters = requireNonNull(counters, "counters is null");
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    context.channel().config().setAutoRead(false);
    deadlines.requestEnded();
    if (request.decoderResult().isFailure()) {
      send(context, HttpErrors.malformed(request.decoderResult().cause()), false);
      return;
    }
    boolean keepAlive = HttpUtil.isKeepAlive(request);
    if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
      send(context, HttpErrors.answer(HttpResponseStatus.METHOD_NOT_ALLOWED), keepAlive);
      return;
    }
    respond(context, RequestTarget.of(request.uri()), keepAlive);
  }

  private void respond(ChannelHandlerContext context, RequestTarget target, boolean keepAlive) {
    HttpPage page = pages.get(target.path);
    if (page == null) {
      send(context, HttpErrors.answer(HttpResponseStatus.NOT_FOUND), keepAlive);
      return;
    }
    try {
      executor.execute(
          () -> {
            PageResponse response = compute(target, page);
            context.executor().execute(() -> send(context, response, keepAlive));
          });
    } catch (RejectedExecutionException e) {
      send(context, HttpErrors.answer(HttpResponseStatus.SERVICE_UNAVAILABLE), false);
    }
  }

  private static PageResponse compute(RequestTarget target, HttpPage page) {
    try {
      return page.answer(target.query);
    } catch (RuntimeException | Error e) {
      return HttpErrors.failed(target.path, e);
    }
  }

  private void send(ChannelHandlerContext context, PageResponse answer, boolean keepAlive) {
    counters.answered();
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status()),
            Unpooled.wrappedBuffer(answer.body()));
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
    headers.setInt(HttpHeaderNames.CONTENT_LENGTH, answer.body().length);
    headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
    headers.set("x-content-type-options", "nosniff");
    if (answer.status() == HttpResponseStatus.METHOD_NOT_ALLOWED.code()) {
      headers.set(HttpHeaderNames.ALLOW, "GET, HEAD");
    }
    if (!keepAlive) {
      headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    ChannelFuture sent = context.writeAndFlush(response);
    sent.addListener(keepAlive ? (ChannelFutureListener) this::next : ChannelFutureListener.CLOSE);
  }

  private void next(ChannelFuture sent) {
    if (sent.isSuccess()) {
      deadlines.responseEnded();
      sent.channel().config().setAutoRead(true);
    } else {
      sent.channel().close();
    }
  }

  /** Closes the connection. Usually the peer has disconnected; no other connection is affected. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }

  /** Request target: path of a page, and its query. */
  private record RequestTarget(String path, HttpQuery query) {
    /** Parses a URI; returns an empty path, which matches no page, if the URI is malformed. */
    static RequestTarget of(String uri) {
      try {
        QueryStringDecoder decoder = new QueryStringDecoder(uri);
        return new RequestTarget(decoder.path(), HttpQuery.of(decoder.parameters()));
      } catch (IllegalArgumentException e) {
        return new RequestTarget("", HttpQuery.NONE);
      }
    }
  }
}
